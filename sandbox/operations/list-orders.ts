import type { Operation } from '../operation.ts'
import { orderListReply } from '../order-list.ts'

/** Specification, List and lookup operations on orders; the path: public facts. */
export const listOrders: Operation = {
  method: 'GET',
  template: '/rest/orders',
  answer: (call) => orderListReply(call, call.world.store.orders.list()),
}
