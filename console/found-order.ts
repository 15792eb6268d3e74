import { type Ask, orRefused, Refused, resultOf } from './console-env.ts'
import type { OrderView } from './event-shapes.ts'

/** What the field of an order holds, and which orders that may mean. `order`: the chosen one, or the only one. */
export type FoundOrder = { typed: string; orders: OrderView[]; order?: OrderView | undefined; refused?: string }

/** The orders that a number, a label, an id or an e-mail may mean. */
export async function findOrder(ask: Ask, form: URLSearchParams): Promise<FoundOrder> {
  const typed = form.get('order')?.trim() ?? ''
  if (typed === '') return { typed, orders: [] }
  const by = typed.includes('@') ? { email: typed } : { externalNumber: typed }
  return await withTyped(typed, async () => {
    const { orders, byId } = await resultOf<{ orders: OrderView[]; byId?: OrderView }>(ask, 'order.find', by)
    const all = byId ? [...orders, byId] : orders
    const chosen = Number(form.get('orderId'))
    return { orders: all, order: all.find(({ id }) => id === chosen) ?? (all.length === 1 ? all[0] : undefined) }
  })
}

export const orderOf = (ask: Ask, typed: string, orderId: number): Promise<FoundOrder> =>
  withTyped(typed, async () => {
    const order = await resultOf<OrderView>(ask, 'order.get', { orderId })
    return { orders: [order], order }
  })

async function withTyped(typed: string, find: () => Promise<Omit<FoundOrder, 'typed'>>): Promise<FoundOrder> {
  const found = await orRefused(find())
  return found instanceof Refused ? { typed, orders: [], refused: found.message } : { typed, ...found }
}
