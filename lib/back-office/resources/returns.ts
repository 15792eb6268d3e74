import { Rejected, RetryLater } from '../../errors.ts'
import type { Client } from '../client.ts'
import { type Constants, isCancelled } from '../constants.ts'
import { type OrderWith, returnWith } from '../routes.ts'
import type { AskedStatuses, BackOffice, Listed, Parent, ReturnFilter } from '../types.ts'
import { assertSendable, newReturnWith } from './new-records.ts'
import { refersTo } from './order-filter.ts'
import { eachOrder } from './orders.ts'
import { created, type Order } from './schemas.ts'

type Names = readonly OrderWith[]

/** Returns of one order that may be read one by one where the list did not bring what was asked for. */
const mostSingleReads = 50

/** Only lines and references distinguish one return from another: without them the answer would prove nothing. */
const isLoaded = ({ orderItems, orderReferences }: Order): boolean => orderItems !== null && orderReferences !== null

/** The ids of all orders that an order names, each once. Only reading one of them shows of which kind it is. */
const relatedTo = ({ id, orderReferences }: Parent): number[] => [
  ...new Set((orderReferences ?? []).map(({ referenceOrderId }) => referenceOrderId).filter((other) => other !== id)),
]

/** The references of a line say which line of the parent came back. Where even the read by id has none, there may be none. */
const isTied = ({ orderItems }: Order): boolean => (orderItems ?? []).every(({ references }) => references !== null)

export function createReturns(
  client: Client,
  options: { constants: Constants; orders: BackOffice['orders'] },
): BackOffice['returns'] {
  const { constants, orders } = options
  const { orderTypes, statuses } = constants
  const { routes } = client

  async function readLoaded(id: number, names: Names): Promise<Order> {
    const read = await orders.read(id, { with: names })
    if (isLoaded(read)) return read
    throw new RetryLater(`[GET] ${routes.order} does not load items and references of return ${id}`)
  }

  const tooMany = (parentId: number) =>
    new RetryLater(
      `[GET] ${routes.orders} answered returns of order ${parentId} without items or not at all: too many to read one by one`,
    )

  async function ofOrder(parent: Parent, options: { with?: Names } = {}): Promise<Listed<Order>> {
    const names = [...new Set([...returnWith, ...(options.with ?? [])])]
    const entries: Order[] = []
    let unrelated = 0
    const listed = new Set<number>()
    let singleReads = 0
    const filter = { parentOrderId: parent.id, typeId: orderTypes.return, with: names }
    for await (const one of eachOrder(client, filter, constants)) {
      if (one === 'unrelated') {
        unrelated += 1
        continue
      }
      listed.add(one.id)
      const isWhole = isLoaded(one) && isTied(one)
      if (!isWhole) singleReads += 1
      if (singleReads > mostSingleReads) throw tooMany(parent.id)
      const full = isWhole ? one : await readLoaded(one.id, names)
      if (refersTo(full, parent.id)) entries.push(full)
      else unrelated += 1
    }
    const unlisted = relatedTo(parent).filter((id) => !listed.has(id))
    if (singleReads + unlisted.length > mostSingleReads) throw tooMany(parent.id)
    for (const id of unlisted) {
      const one = await readRelated(id, names)
      if (!one) unrelated += 1
      // A return that does not name this order belongs to another one: an order can replace what that return brought back.
      if (one?.typeId === orderTypes.return && refersTo(one, parent.id)) entries.push(one)
    }
    return client.listed(routes.orders, { entries, unrelated })
  }

  /** Undefined: it cannot be read. It may be a return all the same, and its absence is not proven. */
  async function readRelated(id: number, names: Names): Promise<Order | undefined> {
    try {
      const one = await orders.read(id, { with: names })
      return one.typeId === orderTypes.return && !isLoaded(one) ? await readLoaded(id, names) : one
    } catch (error) {
      if (error instanceof Rejected && (error.status === 403 || error.status === 404)) return undefined
      throw error
    }
  }

  async function* list({ with: names, ...asked }: ReturnFilter): AsyncGenerator<Order, void, undefined> {
    const wanted = askedStatuses(asked, statuses)
    const filter = { typeId: orderTypes.return, ...wanted.filter, with: names }
    let unrelated = 0
    try {
      for await (const found of eachOrder(client, filter, constants)) {
        if (found === 'unrelated') unrelated += 1
        else if (wanted.has(found.statusId)) yield found
      }
    } finally {
      client.listed(routes.orders, { entries: [], unrelated })
    }
  }

  /** One range, and each status beside it. */
  async function* listActive(options: Pick<ReturnFilter, 'cancelled' | 'with'> = {}) {
    yield* list({ statusFrom: statuses.returnFrom, statusTo: statuses.returnTo, ...options })
    const isListed = (statusId: number) => statusId >= statuses.returnFrom && statusId <= statuses.returnTo
    for (const status of constants.returnStatuses.filter((one) => !isListed(one)))
      yield* list({ statusFrom: status, statusTo: status, with: options.with })
  }

  const create: BackOffice['returns']['create'] = async (body, { sendBefore }) => {
    assertSendable(newReturnWith(constants), body, routes.newOrder)
    const { id, statusId } = await client.write({ route: routes.newOrder, body, sendBefore }, created)
    return { id, statusId }
  }

  return { ofOrder, list, listActive, create }
}

/** `filter` is what to ask the back office for: one range. `has` says whether a status was asked for: the range may reach further. */
type Statuses = { filter: Omit<AskedStatuses, 'cancelled'>; has(statusId: number): boolean }

/**
 * Which statuses of orders were asked for. Cancelled ones are left out (docs/back-office.md 4.3) unless `cancelled` asks for them too, or a
 * range that has no other status.
 */
export function askedStatuses(
  { statusFrom, statusTo, cancelled = false }: AskedStatuses,
  statuses: Pick<Constants['statuses'], 'cancelled'>,
): Statuses {
  const isWithin = (statusId: number) => statusId >= (statusFrom ?? statusId) && statusId <= (statusTo ?? statusId)
  const isAsked = statuses.cancelled.some(
    ([from, below]) => statusFrom !== undefined && statusTo !== undefined && statusFrom >= from && statusTo < below,
  )
  if (!cancelled) {
    const has = (statusId: number) => isWithin(statusId) && (isAsked || !isCancelled(statusId, statuses))
    return { filter: { statusFrom, statusTo }, has }
  }
  const bounds = statuses.cancelled.flat()
  const filter = {
    statusFrom: statusFrom === undefined ? undefined : Math.min(statusFrom, ...bounds),
    statusTo: statusTo === undefined ? undefined : Math.max(statusTo, ...bounds),
  }
  return { filter, has: (statusId) => isWithin(statusId) || isCancelled(statusId, statuses) }
}
