import { commentView } from '../comment-view.ts'
import { ok } from '../reply.ts'
import type { World } from '../world.ts'
import type { ControlCall } from './control-call.ts'
import { orderState } from './state.ts'

const salesOrderType = 1
const returnType = 3
const shown = 15

/** Ids ascend, so the last records are the newest. */
export const newestOf = <T>(records: readonly T[], count: number): T[] => records.slice(-count).reverse()

export function ordersByType({ store }: World) {
  const all = store.orders.list()
  const sales = all.filter(({ typeId }) => typeId === salesOrderType)
  const returns = all.filter(({ typeId }) => typeId === returnType)
  return { sales, returns, others: all.length - sales.length - returns.length }
}

/** What came last: for whoever looks again and again, however much there is. */
export const newest: ControlCall = {
  method: 'GET',
  path: '/sandbox/newest',
  answer: (world) => {
    const { sales, returns } = ordersByType(world)
    const comments = world.store.comments.list()
    return ok({
      orders: { count: sales.length, newest: newestOf(sales, shown).map((order) => orderState(order, world)) },
      returns: { count: returns.length, newest: newestOf(returns, shown).map((order) => orderState(order, world)) },
      comments: { count: comments.length, newest: newestOf(comments, shown).map(commentView) },
    })
  },
}
