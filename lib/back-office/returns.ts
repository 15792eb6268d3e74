import { RetryLater } from '../errors.ts'
import type { Client } from './client.ts'
import type { Constants } from './constants.ts'
import { newReturnWith } from './new-records.ts'
import { refersTo } from './order-filter.ts'
import { listOrders, readIfThere } from './orders.ts'
import { returnWith, routes } from './routes.ts'
import { created, type Order } from './schemas.ts'
import { assertSendable } from './sendable.ts'
import type { BackOffice, Parent, ReturnFilter } from './types.ts'

/** Returns of one order that may be read one by one where the list did not bring what was asked for. */
const mostSingleReads = 50

/** Lines and references are what tells one return from another: without them the answer would prove nothing. */
const isLoaded = ({ orderItems, orderReferences }: Order): boolean => orderItems !== null && orderReferences !== null

/** References of lines say which line of the parent came back. Where even the read by id has none, there may be none. */
const isTied = ({ orderItems }: Order): boolean => (orderItems ?? []).every(({ references }) => references !== null)

export function createReturns(
  client: Client,
  options: { constants: Constants; orders: BackOffice['orders'] },
): BackOffice['returns'] {
  const { constants, orders } = options
  const { orderTypes, statuses } = constants

  async function readLoaded(id: number): Promise<Order> {
    const read = await orders.read(id, { with: returnWith })
    if (isLoaded(read)) return read
    throw new RetryLater(`[GET] ${routes.order} does not load items and references of return ${id}`)
  }

  const tooMany = (parentId: number) =>
    new RetryLater(
      `[GET] ${routes.orders} answered returns of order ${parentId} without items or not at all: too many to read one by one`,
    )

  async function ofOrder({ id: parentId, orderReferences }: Parent): Promise<Order[]> {
    const filter = { parentOrderId: parentId, typeId: orderTypes.return, with: returnWith }
    const found: Order[] = []
    const listed = new Set<number>()
    let singleReads = 0
    for await (const one of listOrders(client, filter, constants)) {
      listed.add(one.id)
      const isWhole = isLoaded(one) && isTied(one)
      if (!isWhole) singleReads += 1
      if (singleReads > mostSingleReads) throw tooMany(parentId)
      const full = isWhole ? one : await readLoaded(one.id)
      if (refersTo(full, parentId)) found.push(full)
      else client.note({ what: 'not_of_parent', route: routes.orders, count: 1 })
    }
    const linked = new Set((orderReferences ?? []).map(({ referenceOrderId }) => referenceOrderId))
    const unlisted = [...linked].filter((id) => id !== parentId && !listed.has(id))
    if (singleReads + unlisted.length > mostSingleReads) throw tooMany(parentId)
    for (const id of unlisted) {
      const one = await readIfThere(id, orders.read, returnWith)
      if (one?.typeId === orderTypes.return) found.push(isLoaded(one) ? one : await readLoaded(id))
    }
    return found
  }

  async function* list({ statusFrom, statusTo, with: names }: ReturnFilter): AsyncGenerator<Order, void, undefined> {
    const filter = { typeId: orderTypes.return, statusFrom, statusTo, with: names }
    for await (const found of listOrders(client, filter, constants)) {
      if (found.statusId !== statuses.cancelled) yield found
    }
  }

  const listActive: BackOffice['returns']['listActive'] = (options = {}) =>
    list({ statusFrom: statuses.returnFrom, statusTo: statuses.returnTo, ...options })

  const create: BackOffice['returns']['create'] = async (body, { sendBefore }) => {
    assertSendable(newReturnWith(constants), body, routes.orders)
    const { id, statusId } = await client.write({ route: routes.orders, body, sendBefore }, created)
    return { id, statusId }
  }

  return { ofOrder, list, listActive, create }
}
