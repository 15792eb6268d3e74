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

/** A shelf that finds the children of an order without reading all orders. */
export const createOrderShelf = (shelf: Shelf<Order>): OrderShelf => {
  // The index lists possible children: an order that was put again may have lost its reference.
  const possibleChildren = new Map<number, Set<number>>()
  const remember = (parentOrderId: number, id: number): void => {
    const ids = possibleChildren.get(parentOrderId)
    if (ids) ids.add(id)
    else possibleChildren.set(parentOrderId, new Set([id]))
  }
  return {
    ...shelf,
    put: (order) => {
      for (const { referenceOrderId } of order.orderReferences) remember(referenceOrderId, order.id)
      return shelf.put(order)
    },
    childrenOf: (parentOrderId) =>
      [...(possibleChildren.get(parentOrderId) ?? [])]
        .flatMap((id) => shelf.get(id) ?? [])
        .filter((order) => isChildOf(order, parentOrderId))
        .sort((a, b) => a.id - b.id),
  }
}
