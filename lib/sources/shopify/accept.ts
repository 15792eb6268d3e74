import { hashKey } from '../shared/hash-key.ts'
import { pickHeaders, readHeader } from '../shared/read-header.ts'
import { verifySignature } from '../shared/signature.ts'
import { signedBody } from '../shared/signature-scheme.ts'
import type { Acceptor, Delivery, LabelDelivery } from '../source.ts'
import { isLabelTopic, shopifyLabel } from './labels.ts'

/**
 * Shopify signs only the body: whoever replays a captured delivery can change the topic and the delivery id. The body must fit the topic
 * (topics.ts), and the idempotency key makes a repeat harmless.
 */

export const shopifyScheme = signedBody('x-shopify-hmac-sha256', 'base64')
const eventScheme = signedBody('shopify-hmac-sha256', 'base64')

/**
 * Shopify's events have the headers of its webhooks without `X-`. As in Shopify's own library (shopify-api, webhooks/validate.ts) the
 * signature decides which of the two a delivery is, and headers of the other kind do not count.
 */
const isEvent = (delivery: Pick<Delivery, 'headers'>): boolean =>
  readHeader(delivery, eventScheme.headers.signature) !== undefined

const schemeOf = (delivery: Pick<Delivery, 'headers'>) => (isEvent(delivery) ? eventScheme : shopifyScheme)

const headerOf = (delivery: Delivery, name: 'topic' | 'webhook-id' | 'test'): string | undefined =>
  readHeader(delivery, `${isEvent(delivery) ? '' : 'x-'}shopify-${name}`)

/**
 * The webhook id names the delivery and stays the same on retries, as do the bytes. It is not signed: with other bytes, or under another
 * topic, it must not take the place of the delivery that is to come. The event id is shared by several topics.
 */
function deliveryKey(delivery: Delivery): string {
  const id = headerOf(delivery, 'webhook-id')
  const isOneId = id !== undefined && /^[\w.:-]{1,100}$/.test(id)
  const hash = hashKey(delivery.body, headerOf(delivery, 'topic') ?? '', headerOf(delivery, 'test') ?? '')
  return isOneId ? `${id}:${hash.slice('sha256:'.length).slice(0, 16)}` : hash
}

/** For the inbox, under one name whatever the kind of the delivery. */
function storedHeaders(delivery: Delivery): Record<string, string> {
  const headers = { 'x-shopify-topic': headerOf(delivery, 'topic'), 'x-shopify-test': headerOf(delivery, 'test') }
  return pickHeaders({ headers }, Object.keys(headers))
}

/** The order of a test notification is invented, and so is its label. */
function labels(delivery: Delivery): LabelDelivery | undefined {
  const topic = headerOf(delivery, 'topic')
  if (!isLabelTopic(topic)) return undefined
  const isTest = headerOf(delivery, 'test') === 'true'
  return { isEvent: false, label: isTest ? undefined : shopifyLabel(delivery.body, topic) }
}

export const acceptShopify: Acceptor = {
  kind: 'shopify',
  makesSecret: true,
  family: 'shops',
  schemeOf,
  verify: (delivery, secrets, _settings, nowMs) => verifySignature(schemeOf(delivery), delivery, { secrets, nowMs }),
  identify: (delivery) => ({ kind: 'event', deliveryKey: deliveryKey(delivery), headers: storedHeaders(delivery) }),
  labels,
}
