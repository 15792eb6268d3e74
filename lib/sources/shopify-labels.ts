import * as z from 'zod'
import { type OrderLabel, toOrderLabel } from '../order-label.ts'
import { exactId, identified } from './shopify-ids.ts'
import { topicProblem } from './shopify-topics.ts'
import { readMessage } from './translation.ts'

const order = z.looseObject({ ...identified.shape, name: z.unknown().optional(), order_number: z.unknown().optional() })

/** Topics whose message is the order. They name its label and make no event. */
const topics: ReadonlySet<string> = new Set(['orders/create', 'orders/updated'])

export const isLabelTopic = (topic: string | undefined): topic is string => topic !== undefined && topics.has(topic)

/**
 * The label of an order: the name that customers see (`#1001`), and its number without the shop's prefix. The topic is not signed, so a
 * message that does not fit it teaches nothing.
 */
export function shopifyLabel(body: Buffer, topic: string): OrderLabel | undefined {
  const read = readMessage(body, order)
  if ('ending' in read) return undefined
  const { name, order_number } = read.content
  if (topicProblem(topic, read.content)) return undefined
  return toOrderLabel([name, order_number], exactId(read.content))
}
