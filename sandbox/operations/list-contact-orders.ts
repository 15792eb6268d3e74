import { idParam, type Operation } from '../operation.ts'
import { orderListReply } from '../order-list.ts'

/** Orders of a contact, of every type (docs/back-office.md 8.3). */
export const listContactOrders: Operation = {
  method: 'GET',
  template: '/rest/orders/contacts/{contactId}',
  right: 'orders.read',
  answer: (call) => {
    const contactId = idParam(call, 'contactId')
    return orderListReply(
      call,
      call.world.store.orders.list().filter((order) => order.contactId === contactId),
    )
  },
}
