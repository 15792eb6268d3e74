import type { Call } from './operation.ts'
import { readOrderFilters, sortOrders } from './order-filters.ts'
import { orderView, readWith, refuseVariations } from './order-view.ts'
import { listReply } from './page.ts'
import type { Order } from './records.ts'
import { invalid, type Reply } from './reply.ts'

/** A page of the orders that match the query's filters, with the nested data that `with[]` names. */
export const orderListReply = (call: Call, orders: readonly Order[]): Reply => {
  const refused = refuseVariations(call)
  if (refused) return refused
  const { tests, unreadable } = readOrderFilters(call.query, call.world.options.ignoredFilters)
  if (unreadable.length > 0)
    return invalid(Object.fromEntries(unreadable.map((name) => [name, [`The ${name} format is invalid.`]])))
  const fitting = orders.filter((order) => tests.every((test) => test(order)))
  const { listsLoad, dialect } = call.world.options
  const loaded = listsLoad ? readWith(call.query) : new Set<string>()
  const sorted = sortOrders(fitting, call.query)
  // The order of a list is not stated.
  const isNewestFirst = dialect === 'strict' && !call.query.has('sortBy')
  return listReply(isNewestFirst ? sorted.toReversed() : sorted, call, (order) => orderView(order, loaded, call.world))
}
