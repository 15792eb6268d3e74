import type { PayloadProblem } from '../../problems.ts'
import { isObject } from '../shared/json-fields.ts'

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
const ended = ['declined', ...canceled]
/** What an approved return is, then and later. */
const approved = ['open', 'closed', ...ended]
const statusOf = ({ status }: Body) => (typeof status === 'string' ? status.trim().toLowerCase() : '')
const returnThat = (...statuses: string[]): Mark => ({
  resource: 'Return',
  field: 'status',
  isIn: (body) => statuses.includes(statusOf(body)),
})
/** Messages of cancel, close and reopen hold nothing but the ids and the status. */
const withLines = ({ isIn, ...mark }: Mark): Mark => ({
  ...mark,
  isIn: (body) => isIn(body) && (ended.includes(statusOf(body)) || !isShort(body)),
})
const isShort = (body: Body) => Object.hasOwn(body, 'order_id') && !Object.hasOwn(body, 'order')
const inField = (field: string, resource?: string): Mark => ({
  field,
  ...(resource && { resource }),
  isIn: (body) => isObject(body[field]),
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
  'orders/edited': inField('order_edit'),
  'refunds/create': {
    resource: 'Refund',
    field: 'refund_line_items',
    isIn: (body) => resourceOf(body) === 'Refund' || Object.hasOwn(body, 'refund_line_items'),
  },
  'returns/request': withLines(returnThat('requested', ...approved)),
  'returns/approve': withLines(returnThat(...approved)),
  'returns/decline': returnThat('declined'),
  'returns/cancel': returnThat(...canceled),
  'returns/close': returnThat('closed'),
  'returns/reopen': returnThat('open', 'closed'),
  'returns/update': {
    ...inField('return_line_items', 'Return'),
    // A return's own lines are a list.
    isIn: (body) => isObject(body.return_line_items) && !Object.hasOwn(body, 'status'),
  },
  // Of some the body is `{}`.
  'returns/process': { resource: 'Return', field: 'processed_quantity', isIn: () => true },
  'reverse_deliveries/attach_deliverable': inField('shipping_deliverable', 'ReverseDelivery'),
  'customers/redact': {
    field: 'orders_to_redact',
    isIn: (body) => Array.isArray(body.orders_to_redact) && isObject(body.customer),
  },
  'order_transactions/create': {
    resource: 'OrderTransaction',
    field: 'kind',
    isIn: (body) => typeof body.kind === 'string' && Object.hasOwn(body, 'gateway'),
  },
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
