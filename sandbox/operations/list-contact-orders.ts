import type { Operation } from '../operation.ts'
import { idParam } from '../operation.ts'
import { orderListReply } from '../order-list.ts'

/** Specification, List and lookup operations: orders of a contact, of every type; the path: public facts. */
export const listContactOrders: Operation = {
  method: 'GET',
  template: '/rest/orders/contacts/{contactId}',
  answer: (call) => {
    const contactId = idParam(call, 'contactId')
    return orderListReply(
      call,
      call.world.store.orders.list().filter((order) => order.contactId === contactId),
    )
  },
}
