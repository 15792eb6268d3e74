import * as z from 'zod'
import { type OrderLabel, toOrderLabel } from '../order-label.ts'
import { exactId, identified } from './shopify-ids.ts'
import { readMessage } from './translation.ts'

const order = identified.extend({ name: z.unknown().optional(), order_number: z.unknown().optional() })

/** Topics whose message is the order. They name its label and make no event. */
const topics: ReadonlySet<string> = new Set(['orders/create', 'orders/updated'])

export const isLabelTopic = (topic: string | undefined): boolean => topic !== undefined && topics.has(topic)

/**
 * The label of an order: the name that customers see (`#1001`), and its number without the shop's prefix. The topic is not signed, so a
 * message that says it is something else than an order teaches nothing.
 */
export function shopifyLabel(body: Buffer): OrderLabel | undefined {
  const read = readMessage(body, order)
  if ('ending' in read) return undefined
  const { admin_graphql_api_id: globalId, name, order_number } = read.content
  if (globalId && !globalId.startsWith('gid://shopify/Order/')) return undefined
  return toOrderLabel([name, order_number], exactId(read.content))
}
