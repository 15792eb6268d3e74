import { type OrderLabel, toOrderLabel } from '../order-label.ts'
import { readFields } from './json-fields.ts'
import { exactId } from './shopify-exact-id.ts'
import { topicProblem } from './shopify-topics.ts'

/** Topics whose message is the order. They name its label and make no event. */
const topics: ReadonlySet<string> = new Set(['orders/create', 'orders/updated'])

export const isLabelTopic = (topic: string | undefined): topic is string => topic !== undefined && topics.has(topic)

/**
 * The label of an order: the name that customers see (`#1001`), and its number without the shop's prefix. The topic is not signed, so a
 * message that does not fit it teaches nothing.
 */
export function shopifyLabel(body: Buffer, topic: string): OrderLabel | undefined {
  const order = readFields(body)
  if (!order || topicProblem(topic, order)) return undefined
  const global = order.admin_graphql_api_id
  const id = exactId({ id: plainId(order.id), admin_graphql_api_id: typeof global === 'string' ? global : undefined })
  return toOrderLabel([order.name, order.order_number], id)
}

/** A number, or text if the sender or parseJson kept it exact that way. */
function plainId(value: unknown): string | undefined {
  const text = typeof value === 'string' || Number.isSafeInteger(value) ? String(value) : ''
  return /^\d{1,25}$/.test(text) ? text : undefined
}
