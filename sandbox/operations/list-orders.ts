import type { Call, Operation } from '../operation.ts'
import { orderListReply } from '../order-list.ts'
import type { Order } from '../records.ts'

/**
 * The orders that the filters choose from. Clients ask for `parentOrderId` around each write: an index answers that.
 */
const candidates = ({ query, world }: Call): readonly Order[] => {
  const parentOrderId = query.get('parentOrderId')
  const isAll = parentOrderId === null || world.options.ignoredFilters.includes('parentOrderId')
  return isAll ? world.store.orders.list() : world.store.orders.childrenOf(Number(parentOrderId))
}

/** docs/back-office.md 7.3 */
export const listOrders: Operation = {
  method: 'GET',
  template: '/rest/orders',
  right: 'orders.read',
  answer: (call) => orderListReply(call, candidates(call)),
}
