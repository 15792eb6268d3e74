import type { PayloadProblem } from '../../problems.ts'
import { isObject } from '../shared/delivery-parts.ts'

/** The body of a message. What is in it is checked one by one. */
type Body = Readonly<Record<string, unknown>>

/** What a message says of itself: the type in its global id, and fields that no other message has, or not with these values. */
type Mark = { resource?: string; field: string; isIn: (body: Body) => boolean }

const order: Mark = {
  resource: 'Order',
  field: 'order_number',
  // A draft order and a checkout have a name, too.
  isIn: (body) =>
    resourceOf(body) === 'Order' || (Object.hasOwn(body, 'order_number') && !Object.hasOwn(body, 'order_id')),
}
const canceled = ['canceled', 'cancelled']
/** What an approved return is, then and later. */
const approved = ['open', 'closed', ...canceled]
const returnThat = (...statuses: string[]): Mark => ({
  resource: 'Return',
  field: 'status',
  isIn: ({ status }) => typeof status === 'string' && statuses.includes(status.trim().toLowerCase()),
})

/** The topic is not signed: the body must say it, too, as since 2023-07. A return may be further by then. */
const marks: Readonly<Record<string, Mark>> = {
  'orders/create': order,
  'orders/updated': order,
  'orders/cancelled': {
    resource: 'Order',
    field: 'cancelled_at',
    isIn: ({ cancelled_at }) => typeof cancelled_at === 'string' && cancelled_at.trim() !== '',
  },
  'orders/edited': { field: 'order_edit', isIn: ({ order_edit }) => isObject(order_edit) },
  'refunds/create': {
    resource: 'Refund',
    field: 'refund_line_items',
    isIn: (body) => resourceOf(body) === 'Refund' || Object.hasOwn(body, 'refund_line_items'),
  },
  'returns/request': returnThat('requested', 'declined', ...approved),
  'returns/approve': returnThat(...approved),
  'returns/decline': returnThat('declined'),
  'returns/cancel': returnThat(...canceled),
  'returns/close': returnThat('closed'),
}

export const isKnownTopic = (topic: string): boolean => Object.hasOwn(marks, topic)

/** Why a signed body is none of its unsigned topic. Undefined: it is one, or the bridge acts on no such topic. */
export function topicProblem(topic: string, body: Body): PayloadProblem | undefined {
  const mark = isKnownTopic(topic) ? marks[topic] : undefined
  if (!mark) return undefined
  const resource = resourceOf(body)
  const isOther = mark.resource !== undefined && resource !== undefined && resource !== mark.resource
  if (!isOther && mark.isIn(body)) return undefined
  return { problem: 'not_of_topic', topic, field: isOther ? 'admin_graphql_api_id' : mark.field }
}

/** The type in the global id (`gid://shopify/Order/1`). Undefined: there is none that can be read. */
const resourceOf = ({ admin_graphql_api_id: id }: Body): string | undefined =>
  typeof id === 'string' ? id.match(/^gid:\/\/shopify\/(\w+)\/\d/)?.[1] : undefined
