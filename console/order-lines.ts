import type { Ask } from './ask.ts'
import type { OrderLine, OrderView } from './event-shapes.ts'
import { Refused } from './refused.ts'
import { resultOf } from './result-of.ts'

const most = 100

/** The lines of an order to choose from; none where the order is not known or cannot be read now: then a person names them. */
export async function orderLines(ask: Ask, orderId: number | undefined): Promise<OrderLine[]> {
  if (orderId === undefined) return []
  try {
    const { orderItems } = await resultOf<OrderView>(ask, 'order.get', { orderId })
    return (orderItems ?? []).slice(0, most)
  } catch (error) {
    if (error instanceof Refused) return []
    throw error
  }
}
