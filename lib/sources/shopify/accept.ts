import { type OrderLabel, type OrderLines, toOrderLabel } from '../../order-label.ts'
import { hashKey, pickHeaders, readHeader, topicInKey } from '../shared/delivery-parts.ts'
import { fieldsOf, givenText, type JsonFields, readFields } from '../shared/json-fields.ts'
import { verifySignature } from '../shared/signature.ts'
import { signedBody } from '../shared/signature-scheme.ts'
import type { Acceptor, Delivery, LabelDelivery, SourceSettings } from '../source.ts'
import { isKnownTopic, topicProblem } from './topics.ts'

/** Only the body is signed, not its topic and id: it must fit the topic (topics.ts), and a repeat has the same key. */

export const shopifyScheme = signedBody('x-shopify-hmac-sha256', 'base64')
const eventScheme = signedBody('shopify-hmac-sha256', 'base64')

/** Events have the headers of webhooks without `X-`; only those of the signature count (webhooks/validate.ts). */
const isEvent = (delivery: Pick<Delivery, 'headers'>): boolean =>
  readHeader(delivery, eventScheme.headers.signature) !== undefined

const schemeOf = (delivery: Pick<Delivery, 'headers'>) => (isEvent(delivery) ? eventScheme : shopifyScheme)

const headerOf = (delivery: Delivery, name: 'topic' | 'test'): string | undefined =>
  readHeader(delivery, `${isEvent(delivery) ? '' : 'x-'}shopify-${name}`)

/** The bytes, and of what is not signed only what changes their meaning: each replay would be an event otherwise. */
function deliveryKey(delivery: Delivery, settings: SourceSettings): string {
  const topic = topicInKey(headerOf(delivery, 'topic'), settings, isKnownTopic)
  return hashKey(delivery.body, topic, isTest(delivery) ? 'true' : '')
}

const isTest = (delivery: Delivery): boolean => headerOf(delivery, 'test') === 'true'

/** For the inbox, under one name whatever the kind of the delivery. */
function storedHeaders(delivery: Delivery): Record<string, string> {
  const headers = { 'x-shopify-topic': headerOf(delivery, 'topic'), 'x-shopify-test': headerOf(delivery, 'test') }
  return pickHeaders({ headers }, Object.keys(headers))
}

/** The order of a test notification is invented, and so is its label. */
function labels(delivery: Delivery): LabelDelivery | undefined {
  const topic = headerOf(delivery, 'topic')
  if (!isLabelTopic(topic)) return undefined
  const order = isTest(delivery) ? undefined : orderOf(delivery.body, topic)
  return order ? { isEvent: false, label: labelOf(order), lines: linesOf(order) } : { isEvent: false }
}

export const acceptShopify: Acceptor = {
  kind: 'shopify',
  makesSecret: true,
  family: 'shops',
  schemeOf,
  verify: (delivery, secrets, _settings, nowMs) => verifySignature(schemeOf(delivery), delivery, { secrets, nowMs }),
  identify: (delivery, settings) => ({
    kind: 'event',
    deliveryKey: deliveryKey(delivery, settings),
    headers: storedHeaders(delivery),
  }),
  labels,
}

/** Topics whose message is the order. They name its label and make no event. */
const topics: ReadonlySet<string> = new Set(['orders/create', 'orders/updated'])
export const isLabelTopic = (topic: string | undefined): topic is string => topic !== undefined && topics.has(topic)

/** A message that is none of its topic teaches nothing. */
function orderOf(body: Buffer, topic: string): JsonFields | undefined {
  const order = readFields(body)
  return order && topicProblem(topic, order) ? undefined : order
}

/** The name that customers see (`#1001`), and its number. */
const labelOf = (order: JsonFields): OrderLabel | undefined =>
  toOrderLabel([order.name, order.order_number], idOf(order))

/** Refunds name a line by its id, SKU and name, returns by its id alone. */
function linesOf({ line_items: lines }: JsonFields): OrderLines | undefined {
  if (!Array.isArray(lines)) return undefined
  const known = lines.flatMap((one: unknown) => {
    const line = fieldsOf(one)
    const id = line && idOf(line)
    return id ? [[id, { sku: givenText(line.sku), name: givenText(line.name) ?? givenText(line.title) }] as const] : []
  })
  return Object.fromEntries(known)
}

const idOf = ({ id, admin_graphql_api_id: global }: JsonFields): string | undefined =>
  exactId({ id: plainId(id), admin_graphql_api_id: typeof global === 'string' ? global : undefined })

/** A number, or text if the sender or parseJson kept it exact that way. */
function plainId(value: unknown): string | undefined {
  const text = typeof value === 'string' || Number.isSafeInteger(value) ? String(value) : ''
  return /^\d{1,25}$/.test(text) ? text : undefined
}

type Identified = { id?: string | null | undefined; admin_graphql_api_id?: string | null | undefined }

/** The global id is always exact. Public samples, and senders that re-serialise, damage numbers beyond 2^53. */
export const exactId = ({ id, admin_graphql_api_id: global }: Identified): string | undefined =>
  global?.match(/^gid:\/\/shopify\/\w+\/(\d{1,25})/)?.[1] ?? id ?? undefined
