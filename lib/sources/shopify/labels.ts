import { type OrderLabel, toOrderLabel } from '../../order-label.ts'
import { readFields } from '../shared/json-fields.ts'
import { topicProblem } from './topics.ts'

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

/** The global id is always exact. Public samples, and senders that re-serialise, damage numbers beyond 2^53. */
export function exactId(record: {
  id?: string | null | undefined
  admin_graphql_api_id?: string | null | undefined
}): string | undefined {
  return record.admin_graphql_api_id?.match(/^gid:\/\/shopify\/\w+\/(\d{1,25})/)?.[1] ?? record.id ?? undefined
}
