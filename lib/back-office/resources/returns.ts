import { RetryLater } from '../../errors.ts'
import type { Client } from '../client.ts'
import { type Constants, isCancelled } from '../constants.ts'
import { type OrderWith, returnWith } from '../routes.ts'
import type { AskedStatuses, BackOffice, Parent, ReturnFilter } from '../types.ts'
import { newReturnWith } from './new-records.ts'
import { refersTo } from './order-filter.ts'
import { eachOrder, ifReadable, mostSingleReads } from './orders.ts'
import { created, type Order } from './schemas.ts'

type Names = readonly OrderWith[]
/** Only lines and references distinguish one return from another: without them the answer would prove nothing. */
const isLoaded = ({ orderItems, orderReferences }: Order): boolean => orderItems !== null && orderReferences !== null

/** The ids of all orders that an order names, each once. Only its own read shows the kind of one. */
const relatedTo = ({ id, orderReferences }: Parent): number[] => [
  ...new Set((orderReferences ?? []).map(({ referenceOrderId }) => referenceOrderId).filter((other) => other !== id)),
]

/** Whether each line names its line of the parent. Where even the read by id shows no references, it may have none. */
const isTied = ({ orderItems }: Order): boolean => (orderItems ?? []).every(({ references }) => references !== null)
type Deps = { constants: Constants; orders: BackOffice['orders'] }

export function createReturns(client: Client, { constants, orders }: Deps): BackOffice['returns'] {
  const { orderTypes, statuses } = constants
  const { routes } = client

  async function readLoaded(id: number, names: Names): Promise<Order> {
    const read = await orders.read(id, { with: names })
    if (isLoaded(read)) return read
    throw new RetryLater(`[GET] ${routes.order} does not load items and references of return ${id}`)
  }

  const tooMany = (parentId: number) => {
    const answered = `[GET] ${routes.orders} answered returns of order ${parentId}`
    return new RetryLater(`${answered} without items or not at all: too many to read one by one`)
  }

  const ofOrder: BackOffice['returns']['ofOrder'] = async (parent, options = {}) => {
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
      const one = await ifReadable(readRelated(id, names), [403, 404])
      // It may be a return: nothing proves that it is none.
      if (!one) unrelated += 1
      // A return that does not name this order belongs to another one: this order can replace what came back.
      if (one?.typeId === orderTypes.return && refersTo(one, parent.id)) entries.push(one)
    }
    return client.listed(routes.orders, { entries, unrelated })
  }

  async function readRelated(id: number, names: Names): Promise<Order> {
    const one = await orders.read(id, { with: names })
    return one.typeId === orderTypes.return && !isLoaded(one) ? await readLoaded(id, names) : one
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

  /** The range of active statuses, and each configured status beside it. */
  async function* listActive(options: Pick<ReturnFilter, 'cancelled' | 'with'> = {}) {
    yield* list({ statusFrom: statuses.returnFrom, statusTo: statuses.returnTo, ...options })
    const isListed = (statusId: number) => statusId >= statuses.returnFrom && statusId <= statuses.returnTo
    for (const status of constants.returnStatuses.filter((one) => !isListed(one)))
      yield* list({ statusFrom: status, statusTo: status, with: options.with })
  }

  const create: BackOffice['returns']['create'] = async (body, { sendBefore }) => {
    const ask = { route: routes.newOrder, body, sendBefore, sends: newReturnWith(constants) }
    const { id, statusId } = await client.write(ask, created)
    return { id, statusId }
  }

  return { ofOrder, list, listActive, create }
}

/** `filter`: one range to ask the back office for. `has`: whether a status was asked for, within that range. */
type Statuses = { filter: Omit<AskedStatuses, 'cancelled'>; has(statusId: number): boolean }

/** Cancelled statuses (docs/back-office.md 4.3) count only by `cancelled`, or in a range of nothing else. */
export function askedStatuses(asked: AskedStatuses, statuses: Pick<Constants['statuses'], 'cancelled'>): Statuses {
  const { statusFrom, statusTo, cancelled = false } = asked
  const [least, most] = [statusFrom ?? Number.NEGATIVE_INFINITY, statusTo ?? Number.POSITIVE_INFINITY]
  const isWithin = (statusId: number) => statusId >= least && statusId <= most
  const isOfCancelled = statuses.cancelled.some(([from, below]) => least >= from && most < below)
  if (!cancelled) {
    const has = (statusId: number) => isWithin(statusId) && (isOfCancelled || !isCancelled(statusId, statuses))
    return { filter: { statusFrom, statusTo }, has }
  }
  const bounds = statuses.cancelled.flat()
  const from = statusFrom === undefined ? undefined : Math.min(statusFrom, ...bounds)
  const to = statusTo === undefined ? undefined : Math.max(statusTo, ...bounds)
  const has = (statusId: number) => isWithin(statusId) || isCancelled(statusId, statuses)
  return { filter: { statusFrom: from, statusTo: to }, has }
}
