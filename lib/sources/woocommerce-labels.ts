import { type OrderLabel, toOrderLabel } from '../order-label.ts'
import { readFields } from './json-fields.ts'

/** Every update of an order has one of these topics. Other resources have an `id` too, which is no order's. */
export const isLabelTopic = (topic: string | undefined): topic is string =>
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
  const order = readFields(body)
  if (!order || !isOrder(order)) return undefined
  const { id, number } = order
  const shown = number === undefined || number === null || number === '' ? id : number
  return toOrderLabel([shown], shown)
}
