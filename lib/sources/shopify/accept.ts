import { hashKey, topicInKey } from '../shared/hash-key.ts'
import { pickHeaders, readHeader } from '../shared/read-header.ts'
import { verifySignature } from '../shared/signature.ts'
import { signedBody } from '../shared/signature-scheme.ts'
import type { Acceptor, Delivery, LabelDelivery, SourceSettings } from '../source.ts'
import { isLabelTopic, shopifyLabel } from './labels.ts'
import { isKnownTopic } from './topics.ts'

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

const headerOf = (delivery: Delivery, name: 'topic' | 'test'): string | undefined =>
  readHeader(delivery, `${isEvent(delivery) ? '' : 'x-'}shopify-${name}`)

/**
 * The bytes, which stay the same on retries. Nothing that is not signed makes another delivery of them but what changes their meaning: a
 * topic that the bridge knows, and the mark of a test. Under an id of its own each replay would be an event.
 */
const deliveryKey = (delivery: Delivery, settings: SourceSettings): string =>
  hashKey(
    delivery.body,
    topicInKey(headerOf(delivery, 'topic'), settings, isKnownTopic),
    isTest(delivery) ? 'true' : '',
  )

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
  return { isEvent: false, label: isTest(delivery) ? undefined : shopifyLabel(delivery.body, topic) }
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
