import * as z from 'zod'
import { type OrderLabel, toOrderLabel } from '../order-label.ts'
import { readMessage } from './translation.ts'

const order = z.looseObject({ id: z.unknown().optional(), number: z.unknown().optional() })

/** Every update of an order has one of these topics. Other resources have an `id` too, which is no order's. */
export const isLabelTopic = (topic: string | undefined): boolean =>
  topic === 'order.created' || topic === 'order.updated'

/**
 * Whether a body is an order. The sender signs the body and not the topic; a product, a coupon and a customer have none of these fields,
 * and a subscription is an order with a period.
 */
export const isOrder = (body: object): boolean =>
  ['order_key', 'number', 'line_items', 'refunds'].some((field) => Object.hasOwn(body, field)) &&
  !Object.hasOwn(body, 'billing_period')

/** The number that customers see is the external number, too; the id where there is none. */
export function woocommerceLabel(body: Buffer): OrderLabel | undefined {
  const read = readMessage(body, order)
  if ('ending' in read || !isOrder(read.content)) return undefined
  const { id, number } = read.content
  const shown = number === undefined || number === null || number === '' ? id : number
  return toOrderLabel([shown], shown)
}
