import { decodeXML } from 'entities/decode'
import { type OrderLabel, toOrderLabel } from '../../order-label.ts'
import { hashKey, pickHeaders, readHeader, topicInKey } from '../shared/delivery-parts.ts'
import { fieldsOf, givenText, type JsonFields, listOf, readFields } from '../shared/json-fields.ts'
import { verifySignature } from '../shared/signature.ts'
import { signedBody } from '../shared/signature-scheme.ts'
import { isUsableKey } from '../shared/usable-secrets.ts'
import type { Acceptor, Delivery, LabelDelivery, SourceSettings } from '../source.ts'

/** An update of which nothing becomes a command is no event. One that cannot be read is: it fails, and a person sees it. */
function labels({ body, headers }: Delivery, { on }: SourceSettings): LabelDelivery | undefined {
  const topic = readHeader({ headers }, 'x-wc-webhook-topic')
  if (!isLabelTopic(topic)) return undefined
  return { isEvent: reportsFact(body, topic, on), label: woocommerceLabel(body) }
}

/** The key is the secret after `wp_specialchars_decode` (class-wc-webhook.php, generate_signature). */
export const woocommerceScheme = {
  ...signedBody('x-wc-webhook-signature', 'base64'),
  toKey: (secret: string) => Buffer.from(decodeXML(secret)),
}

const longestPing = 'webhook_id='.length + 20

/** When a webhook is saved, WooCommerce posts an unsigned `webhook_id=<n>` and expects exactly 200 (class-wc-webhook.php, deliver_ping). */
const isPing = (delivery: Delivery): boolean =>
  readHeader(delivery, woocommerceScheme.headers.signature) === undefined &&
  delivery.body.length <= longestPing &&
  /^webhook_id=\d{1,20}$/.test(delivery.body.toString('latin1'))

export const acceptWoocommerce: Acceptor = {
  kind: 'woocommerce',
  family: 'shops',
  isUsable: (secret) => isUsableKey(woocommerceScheme, secret),
  schemeOf: () => woocommerceScheme,
  verify: (delivery, secrets, _settings, nowMs) => verifySignature(woocommerceScheme, delivery, { secrets, nowMs }),
  isPing,
  identify: (delivery, settings) => {
    if (isPing(delivery)) return { kind: 'ping' }
    const headers = pickHeaders(delivery, ['x-wc-webhook-topic'])
    // X-WC-Webhook-Delivery-ID is a hash of the second: two orders in one second share it.
    const topic = topicInKey(headers['x-wc-webhook-topic'], settings, isKnownTopic)
    return { kind: 'event', deliveryKey: hashKey(delivery.body, topic), headers }
  },
  labels,
}

/** A refund that was deleted: WooCommerce leaves an empty one in its place. */
export const isDeletedRefund = (refund: unknown): boolean => givenText(fieldsOf(refund)?.id) === '0'

/** What `on` can name: whether an order reports it. A cancellation has no topic of its own: it is an update. */
const reports: Readonly<Record<string, (order: JsonFields, topic: string) => boolean>> = {
  'order.updated': ({ refunds }) => Array.isArray(refunds) && refunds.some((refund) => !isDeletedRefund(refund)),
  'order.created': (_, topic) => topic === 'order.created',
  'order.cancelled': ({ status }) => status === 'cancelled',
}

export const isKnownTopic = (topic: string): boolean => Object.hasOwn(reports, topic)

/** Declared, or confirmed by the merchant: the statuses of the withdrawal buttons (docs/senders.md). */
const withdrawn: readonly unknown[] = ['pending-wdraw', 'withdrawn']
export const isWithdrawn = (order: JsonFields | undefined): boolean => withdrawn.includes(order?.status)

/** Its id and its refunds can be read. */
const isReadable = ({ id, refunds }: JsonFields): boolean =>
  (id === '' || givenText(id) !== undefined) && listOf(refunds) !== undefined

/** Whether the translation is anything but ignored, without its shapes: the sender waits. Never throws. */
export function reportsFact(body: Buffer, topic: string, on: readonly string[] = ['order.updated']): boolean {
  const order = readFields(body)
  const isWithdrawal = isWithdrawn(order)
  if (!isWithdrawal && !on.includes('order.cancelled') && !on.includes(topic)) return false
  if (!order || !isReadable(order) || !isOrder(order)) return true
  return isWithdrawal || on.some((name) => isKnownTopic(name) && reports[name]?.(order, topic))
}

/** Every update of an order has one of these topics. Other resources have an `id` too, which is no order's. */
export const isLabelTopic = (topic: string | undefined): topic is string =>
  topic === 'order.created' || topic === 'order.updated'

/** The topic is not signed. No product, coupon or customer has these fields, and a subscription has a period. */
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
