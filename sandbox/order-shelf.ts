import type { Order } from './records.ts'
import type { Shelf } from './shelf.ts'

export type OrderShelf = Shelf<Order> & {
  /** Orders that name this one as their parent, ascending by id. */
  childrenOf(parentOrderId: number): Order[]
}

export const isChildOf = (order: Order, parentOrderId: number): boolean =>
  order.orderReferences.some(
    (reference) => reference.referenceType === 'parent' && reference.referenceOrderId === parentOrderId,
  )

/** A shelf of orders that finds the children of one without looking at all of them. */
export const createOrderShelf = (shelf: Shelf<Order>): OrderShelf => {
  // An order that was put again may have lost a reference: the index tells who may be a child, the order who is one.
  const maybe = new Map<number, Set<number>>()
  const remember = (parentOrderId: number, id: number): void => {
    const ids = maybe.get(parentOrderId)
    if (ids) ids.add(id)
    else maybe.set(parentOrderId, new Set([id]))
  }
  return {
    ...shelf,
    put: (order) => {
      for (const { referenceOrderId } of order.orderReferences) remember(referenceOrderId, order.id)
      return shelf.put(order)
    },
    childrenOf: (parentOrderId) =>
      [...(maybe.get(parentOrderId) ?? [])]
        .flatMap((id) => shelf.get(id) ?? [])
        .filter((order) => isChildOf(order, parentOrderId))
        .sort((a, b) => a.id - b.id),
  }
}
