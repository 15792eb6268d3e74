import * as z from 'zod'
import type { Request } from '../../commands.ts'
import { brief, clip } from '../../plain-text.ts'
import { type Report, withdrawalReport } from '../report.ts'
import { hashKey } from '../shared/delivery-parts.ts'
import { readFields } from '../shared/json-fields.ts'
import { optional } from '../shared/payload-parts.ts'
import { addComment, declareWithdrawal, numberInWords } from '../shared/requests.ts'
import { signBy } from '../shared/signature.ts'
import { mappingOf, payloadInvalid, readMessage } from '../shared/translation.ts'
import { notMapped, type Source, type SourceEvent, type SourceSettings, type Translation } from '../source.ts'
import { acceptWoocommerce, isDeletedRefund, isOrder, isWithdrawn, woocommerceScheme } from './accept.ts'

/** Every topic holds the order with all refunds: the key of each keeps its comment one. Nothing is sent again. */

const text = z.union([z.string(), z.number()]).transform(String)
const refund = z.object({
  id: optional(text.pipe(z.string().regex(/^\d{1,20}$/))),
  reason: optional(z.string()),
  total: optional(text),
})
const meta = z.object({ key: z.unknown(), value: z.unknown() }).catch({ key: undefined, value: undefined })
/** Each refund, and each of the meta data, is read for itself. */
const order = z.looseObject({
  id: text,
  number: optional(text),
  status: optional(z.string()),
  currency: optional(z.string()),
  customer_note: optional(z.string()),
  date_modified_gmt: optional(z.string().regex(/^[\d:T-]{16,25}$/)),
  refunds: z.array(refund.catch({})).nullish(),
  meta_data: optional(z.array(meta)),
})
type Order = z.infer<typeof order>
type Refund = z.infer<typeof refund>

/** The number that the customer knows. It is the id unless a plugin numbers the orders. */
const numberOf = ({ id, number }: Order) => number?.trim() || id

/** The facts in an order, by their name in `on`. A cancellation has no topic of its own: it is an update. */
const facts: Readonly<Record<string, (order: Order, topic: string) => Translation[]>> = {
  'order.updated': toRefunds,
  'order.created': (content, topic) => (topic === 'order.created' ? [toCreated(content)] : []),
  'order.cancelled': (content) => (content.status === 'cancelled' ? [toCancelled(content)] : []),
}

function translate(event: SourceEvent, { on = ['order.updated'] }: SourceSettings): Translation {
  const topic = event.headers['x-wc-webhook-topic'] ?? ''
  const withdrawn = isWithdrawn(readFields(event.body))
  // Neither has a topic of its own, and a withdrawal counts whatever `on` names.
  const cancelled = withdrawn || on.includes('order.cancelled') ? ['order.updated', 'order.created'] : []
  const mappings = { 'order.updated': true, 'order.created': true }
  const chosen = mappingOf(topic, { mappings, reports }, [...on, ...cancelled])
  if ('ending' in chosen) return chosen
  const checked = readMessage(event.body, order, ['id', 'refunds'])
  if ('ending' in checked) return checked
  if (!isOrder(checked.content)) return payloadInvalid({ problem: 'not_of_topic', topic, field: 'order_key' })
  const reported = on.flatMap((fact) =>
    Object.hasOwn(facts, fact) ? (facts[fact]?.(checked.content, topic) ?? []) : [],
  )
  const translations = [...(withdrawn ? [toWithdrawal(checked.content)] : []), ...reported]
  if (translations.length === 0) return nothingMapped(checked.content, on)
  const problem = translations.find((translation) => 'ending' in translation)
  return problem ?? { commands: translations.flatMap((each): Request[] => ('commands' in each ? each.commands : [])) }
}

function nothingMapped({ status }: Order, on: readonly string[]): Translation {
  if (!on.includes('order.updated')) return notMapped({ problem: 'not_reported', what: 'cancellation' })
  if (status === 'cancelled') return notMapped({ problem: 'topic_not_on', topic: 'order.cancelled' })
  return notMapped({ problem: 'not_reported', what: 'refund' })
}

function toRefunds(content: Order): Translation[] {
  /** Two refunds without an id may have the same content. */
  const count = new Map<string, number>()
  return (content.refunds ?? []).flatMap((entry) => {
    if (isDeletedRefund(entry)) return []
    const key = entry.id ?? contentKey(content, entry)
    const before = entry.id ? 0 : (count.get(key) ?? 0)
    count.set(key, before + 1)
    return toRefund(`refund/${key}${before > 0 ? `#${before}` : ''}`, entry, content)
  })
}

/** Without an id its content is the key: the next update of the order reports the same refund again. */
const contentKey = ({ id }: Order, { total, reason }: Refund): string => hashKey(id, total ?? '', reason ?? '')

function toRefund(key: string, { id, reason, total }: Refund, content: Order): Translation {
  const amount = total
    ? `: ${[brief(total.replace(/^-/, ''), 40), brief(content.currency, 10)].filter(Boolean).join(' ')}`
    : ''
  const why = clip(reason, 1_000)
  return addComment(key, {
    order: { externalNumber: numberOf(content) },
    text: `WooCommerce refund ${id ?? 'without an id'} on order ${numberInWords(numberOf(content))}${amount}.${why ? ' Reason:' : ''}`,
    note: why,
  })
}

/** Only the button's own field says whether all of the order is meant. */
function toWithdrawal(content: Order): Translation {
  const isWhole = (content.meta_data ?? []).some(({ key, value }) => key === '_is_full_withdrawal' && value === 'yes')
  const order = { externalNumber: numberOf(content) }
  return declareWithdrawal(`withdrawn/${content.id}`, { order, ...(isWhole && { lines: 'all' as const }) })
}

function toCreated(content: Order): Translation {
  const note = clip(content.customer_note, 5_000)
  return addComment(`created/${content.id}`, {
    order: { externalNumber: numberOf(content) },
    text: `WooCommerce order ${numberInWords(numberOf(content))} was placed in the shop.${note ? ' The customer wrote:' : ''}`,
    note,
  })
}

/** One that was set back and is cancelled again is another fact, and only its time says so. */
function toCancelled(content: Order): Translation {
  const at = content.date_modified_gmt
  return addComment(`cancelled/${content.id}${at ? `/${at}` : ''}`, {
    order: { externalNumber: numberOf(content) },
    text: `WooCommerce order ${numberInWords(numberOf(content))} was cancelled in the shop.`,
  })
}

const updates = ['order.updated', 'order.created']
const reports: readonly Report[] = [
  { topics: updates, effect: 'learn', otherwise: 'learn' },
  { topics: ['order.updated'], what: 'refund', kind: 'refund', effect: 'comment' },
  { topics: ['order.updated'], what: 'refund_deleted', effect: 'none' },
  { topics: updates, what: 'withdrawn', ...withdrawalReport },
  { topics: ['order.created', 'order.cancelled'], effect: 'comment', onRequest: true },
]

export const woocommerce: Source = {
  ...acceptWoocommerce,
  ownNumbers: true,
  topics: Object.keys(facts),
  reports,
  takes: [],
  translate,
  isWithdrawal: ({ body }) => isWithdrawn(readFields(body)),
  sign: signBy(woocommerceScheme, ({ topic }) => ({ ...(topic && { 'x-wc-webhook-topic': topic }) })),
}
