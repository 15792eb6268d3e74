import { idParam, type Operation } from '../operation.ts'
import { orderView, readWith, refuseVariations } from '../order-view.ts'
import { failure, ok } from '../reply.ts'

/** docs/back-office.md 4.1, 4.2 */
export const getOrder: Operation = {
  method: 'GET',
  template: '/rest/orders/{orderId}',
  right: 'orders.read',
  answer: (call) => {
    const refused = refuseVariations(call)
    if (refused) return refused
    const order = call.world.store.orders.get(idParam(call, 'orderId'))
    return order ? ok(orderView(order, readWith(call.query), call.world)) : failure(404, 'The order was not found.')
  },
}
