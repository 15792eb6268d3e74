import * as z from 'zod'
import { hashKey } from './hash-key.ts'
import { pickHeaders, readHeader } from './read-header.ts'
import { isLabelTopic, shopifyLabel } from './shopify-labels.ts'
import { translateCancelled, translateEdited } from './shopify-order.ts'
import { translateRefund } from './shopify-refund.ts'
import { translateReturn } from './shopify-return.ts'
import { topicProblem } from './shopify-topics.ts'
import { signWith } from './sign-with.ts'
import { verifySignature } from './signature.ts'
import { signatureSchemes } from './signature-schemes.ts'
import type { Delivery, LabelDelivery, Source, SourceEvent, SourceSettings, Translation } from './source.ts'
import { mappingOf, payloadInvalid, readMessage, type Topics, testDelivery, topicNames } from './translation.ts'

/**
 * Shopify signs only the body: whoever replays a captured delivery can change the topic and the delivery id. The body must fit the topic
 * (shopify-topics.ts), and the idempotency key makes a repeat harmless. Orders are found by Shopify's internal id, which the back office keeps as the external number
 * (docs/back-office.md 7.4).
 */

type Mapping = (payload: unknown, topic: string) => Translation

/** The defaults are what a person should know of an order. Further news of a return only on request. */
const topics: Topics<Mapping> = {
  byDefault: {
    'refunds/create': translateRefund,
    'orders/cancelled': translateCancelled,
    'returns/request': translateReturn,
    'returns/approve': translateReturn,
  },
  onRequest: {
    'orders/edited': translateEdited,
    'returns/decline': translateReturn,
    'returns/cancel': translateReturn,
    'returns/close': translateReturn,
  },
}

/**
 * Shopify's events have the headers of its webhooks without `X-`. As in Shopify's own library (shopify-api, webhooks/validate.ts) the
 * signature decides which of the two a delivery is, and headers of the other kind do not count.
 */
const isEvent = (delivery: Delivery): boolean =>
  readHeader(delivery, signatureSchemes.shopifyEvents.headers.signature) !== undefined

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

function translate(event: SourceEvent, settings: SourceSettings): Translation {
  if (event.headers['x-shopify-test'] === 'true') return testDelivery('Shopify')
  const topic = event.headers['x-shopify-topic'] ?? ''
  const chosen = mappingOf(topic, topics, settings.on)
  if (!('mapping' in chosen)) return chosen
  const message = readMessage(event.body, z.looseObject({}))
  if ('ending' in message) return message
  const translation = chosen.mapping(message.content, topic)
  const isUnreadable = 'ending' in translation && translation.ending.status === 'failed'
  const problem = isUnreadable ? undefined : topicProblem(topic, message.content)
  return problem ? payloadInvalid(problem) : translation
}

/** The order of a test notification is invented, and so is its label. */
function labels(delivery: Delivery): LabelDelivery | undefined {
  const topic = headerOf(delivery, 'topic')
  if (!isLabelTopic(topic)) return undefined
  const isTest = headerOf(delivery, 'test') === 'true'
  return { isEvent: false, label: isTest ? undefined : shopifyLabel(delivery.body, topic) }
}

export const shopify: Source = {
  kind: 'shopify',
  family: 'shops',
  topics: topicNames(topics),
  takes: [],
  verify: (delivery, secrets, _settings, nowMs) =>
    verifySignature(isEvent(delivery) ? signatureSchemes.shopifyEvents : signatureSchemes.shopify, delivery, {
      secrets,
      nowMs,
    }),
  identify: (delivery) => ({
    kind: 'event',
    deliveryKey: deliveryKey(delivery),
    headers: storedHeaders(delivery),
  }),
  labels,
  translate,
  sign: (input, secret) => ({
    path: input.path,
    headers: {
      'content-type': input.contentType,
      'x-shopify-webhook-id': input.id,
      ...(input.topic ? { 'x-shopify-topic': input.topic } : {}),
      ...signWith(signatureSchemes.shopify, input, secret),
    },
  }),
}
