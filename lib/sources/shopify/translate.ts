import * as z from 'zod'
import { brief, clip } from '../../plain-text.ts'
import { type Report, withdrawalReport } from '../report.ts'
import { optional } from '../shared/payload-parts.ts'
import { addComment } from '../shared/requests.ts'
import { signBy } from '../shared/signature.ts'
import { mappingOf, payloadInvalid, readMessage, testDelivery, unreadable, withTopic } from '../shared/translation.ts'
import type { Source, SourceEvent, SourceSettings, Translation } from '../source.ts'
import { acceptShopify, exactId, shopifyScheme } from './accept.ts'
import { type Asked, translateChanged, translateDeliverable } from './parcel.ts'
import { translateRefund, translateTransaction } from './refund.ts'
import { translateReturn } from './return.ts'
import { topicProblem } from './topics.ts'
import { identified, shopifyId } from './values.ts'

const order = identified.extend({
  name: optional(z.string()),
  cancelled_at: optional(z.string()),
  cancel_reason: optional(z.string()),
})

const cancelReasons: Record<string, string> = {
  customer: 'the customer changed or cancelled the order',
  fraud: 'the payment looked fraudulent',
  inventory: 'the goods are not in stock',
  declined: 'the payment was declined',
  staff: 'a mistake of the staff',
  other: 'another reason',
}

/** orders/cancelled: the message is the order. The comment names its label and the reason. */
function translateCancelled(payload: unknown): Translation {
  const parsed = order.safeParse(payload)
  const id = parsed.data && exactId(parsed.data)
  if (!parsed.success || !id) return unreadable('id')
  const { name, cancelled_at, cancel_reason } = parsed.data
  const reason =
    cancel_reason &&
    (Object.hasOwn(cancelReasons, cancel_reason) ? cancelReasons[cancel_reason] : brief(cancel_reason, 100))
  const label = brief(name, 60) ?? id
  const text = `Order ${label} was cancelled in the shop${cancelled_at ? ` at ${brief(cancelled_at, 40)}` : ''}. Reason: ${reason || 'none given'}.`
  return addComment(`cancelled/${id}`, { order: { externalNumber: id }, text })
}

const changes = z.array(z.object({ delta: z.number() }))
const edit = z.object({
  order_edit: identified.extend({
    order_id: shopifyId,
    staff_note: optional(z.string()),
    line_items: optional(z.object({ additions: optional(changes), removals: optional(changes) })),
  }),
})

/** orders/edited: the number of pieces added and removed. The message has neither SKU nor order label. */
function translateEdited(payload: unknown): Translation {
  const parsed = edit.safeParse(payload)
  const id = parsed.data && exactId(parsed.data.order_edit)
  if (!parsed.success || !id) return unreadable('order_edit.id', 'order_edit.order_id')
  const { order_id, staff_note, line_items } = parsed.data.order_edit
  const note = clip(staff_note, 2_000)
  const text =
    `The order was edited in the shop (Shopify edit ${id}): ${count(line_items?.additions)} added, ` +
    `${count(line_items?.removals)} removed.${note ? ' Note:' : ''}`
  return addComment(`edited/${id}`, { order: { externalNumber: order_id }, text, note })
}

function count(lines: { delta: number }[] | null | undefined): string {
  const pieces = (lines ?? []).reduce((sum, line) => sum + line.delta, 0)
  return `${pieces} ${pieces === 1 ? 'piece' : 'pieces'}`
}

const redact = z.object({
  customer: z.object({
    id: optional(shopifyId),
    email: z
      .string()
      .trim()
      .max(320)
      .regex(/^[^\s@]+@[^\s@]+$/),
  }),
})

/** customers/redact: the shop was asked to forget somebody. One without an e-mail is for a person. */
function translateRedact(payload: unknown): Translation {
  const parsed = redact.safeParse(payload)
  if (!parsed.success) return unreadable('customer.email')
  const { id, email } = parsed.data.customer
  return { commands: [{ type: 'forget-person', key: `customer/${id ?? 'unknown'}/redact`, email }] }
}

const approved = { returns: { refunded: 'comment', never: 'link' } } as const
const processed = { returns: { refunded: 'link', never: 'link' } } as const
const neverMade = { returns: { never: 'link' } } as const
const declared = { tells: { withdrawal: 'comment' }, ...withdrawalReport.by } as const
const ifShipped = { refunds: { shipped: 'return' } } as const

/** What each report of Shopify becomes; `returns` is `approved` unless set. */
const reports: readonly Report[] = [
  { topics: ['orders/create', 'orders/updated'], effect: 'learn', otherwise: 'learn' },
  { topics: ['returns/request'], kind: 'announcement', effect: 'comment', by: declared },
  { topics: ['returns/approve'], what: 'lines_known', kind: 'announcement', effect: 'return', by: approved },
  { topics: ['returns/approve'], what: 'lines_unknown', kind: 'announcement', effect: 'comment' },
  { topics: ['returns/process'], what: 'lines_known', kind: 'receipt', effect: 'return', by: processed },
  { topics: ['returns/process'], what: 'lines_unknown', kind: 'receipt', effect: 'none' },
  { topics: ['refunds/create'], what: 'restocked', kind: 'refund', effect: 'return', by: neverMade },
  { topics: ['refunds/create'], what: 'not_restocked', kind: 'refund', effect: 'comment', by: ifShipped },
  { topics: ['refunds/create'], what: 'nothing_back', kind: 'refund', effect: 'comment' },
  { topics: ['returns/decline', 'returns/cancel', 'returns/update'], effect: 'comment' },
  { topics: ['reverse_deliveries/attach_deliverable', 'orders/cancelled'], effect: 'comment' },
  { topics: ['order_transactions/create'], what: 'refund', effect: 'comment' },
  { topics: ['returns/close', 'returns/reopen', 'orders/edited'], effect: 'comment', onRequest: true },
  { topics: ['customers/redact'], effect: 'none' },
]

/** Orders are found by Shopify's internal id, which is the external number (docs/back-office.md 7.4). */

type Mapping = (payload: unknown, asked: Asked) => Translation

/** The defaults are what a person should know of an order. Further news of a return only on request. */
const mappings: Readonly<Record<string, Mapping>> = {
  'refunds/create': translateRefund,
  'orders/cancelled': translateCancelled,
  'returns/request': translateReturn,
  'returns/approve': translateReturn,
  'returns/decline': translateReturn,
  'returns/cancel': translateReturn,
  'returns/process': translateReturn,
  'returns/update': translateChanged,
  'reverse_deliveries/attach_deliverable': translateDeliverable,
  'order_transactions/create': translateTransaction,
  'customers/redact': translateRedact,
  'orders/edited': translateEdited,
  'returns/close': translateReturn,
  'returns/reopen': translateReturn,
}

const requested = 'returns/request'
const topicOf = ({ headers }: SourceEvent): string => headers['x-shopify-topic'] ?? ''
const isTest = ({ headers }: SourceEvent): boolean => headers['x-shopify-test'] === 'true'

function translate(event: SourceEvent, settings: SourceSettings): Translation {
  if (isTest(event)) return testDelivery('Shopify')
  const topic = topicOf(event)
  const on = settings.tells === 'withdrawal' ? withTopic(settings.on, requested) : settings.on
  const chosen = mappingOf(topic, { mappings, reports }, on)
  if (!('mapping' in chosen)) return chosen
  const message = readMessage(event.body, z.looseObject({}))
  if ('ending' in message) return message
  const translation = chosen.mapping(message.content, { topic, body: event.body, settings })
  const isUnreadable = 'ending' in translation && translation.ending.status === 'failed'
  const problem = isUnreadable ? undefined : topicProblem(topic, message.content)
  return problem ? payloadInvalid(problem) : translation
}

export const shopify: Source = {
  ...acceptShopify,
  topics: Object.keys(mappings),
  reports,
  takes: ['tells'],
  translate,
  isWithdrawal: (event, { tells }) => tells === 'withdrawal' && topicOf(event) === requested && !isTest(event),
  sign: signBy(shopifyScheme, ({ id, topic }) => ({
    'x-shopify-webhook-id': id,
    ...(topic && { 'x-shopify-topic': topic }),
  })),
}
