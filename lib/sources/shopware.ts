import * as z from 'zod'
import { hashKey } from './hash-key.ts'
import { shakeHands, shopSecret, shopSecrets } from './shopware-registration.ts'
import { signWith } from './sign-with.ts'
import { checkTime, verifySignature } from './signature.ts'
import { signatureSchemes } from './signature-schemes.ts'
import type { Source, SourceEvent, SourceSettings, Translation } from './source.ts'
import {
  addComment,
  clip,
  createReturn,
  keyOf,
  mappingFailed,
  mappingOf,
  payloadInvalid,
  readMessage,
  type Topics,
} from './translation.ts'

/** Shopware 6 app webhooks: `{data: {event, payload}, source: {shopId, eventId}, timestamp}`, signed with the shop's own secret. */

const message = z.object({
  data: z.object({ event: z.string(), payload: z.unknown().optional() }),
  source: z.object({
    shopId: z.string().min(1).optional().catch(undefined),
    eventId: z.string().min(1).optional().catch(undefined),
  }),
  /** Stamped anew on every attempt; absent before 6.4.1. */
  timestamp: z.int().optional().catch(undefined),
})

const contentOf = (body: Buffer): z.infer<typeof message> | undefined => {
  const read = readMessage(body, message, 'a message')
  return 'content' in read ? read.content : undefined
}

const delivered = z.object({ stateMachineState: z.object({ technicalName: z.string() }) })
const orderPayload = z.object({
  order: z.object({
    id: z.string().min(1),
    orderNumber: z.string().trim().min(1),
    deliveries: z.array(z.unknown()).nullish().catch(undefined),
  }),
})
const contactPayload = z.object({
  contactFormData: z.object({
    email: z.string().min(1),
    subject: z.string().nullish().catch(undefined),
    comment: z.string().nullish().catch(undefined),
  }),
})

/** A delivery came back whole. Where the order has another that did not, nobody says which lines are meant: a person looks. */
function toReturn(event: SourceEvent, payload: unknown): Translation {
  const parsed = orderPayload.safeParse(payload)
  if (!parsed.success) return payloadInvalid('The message has no readable `order.id` or `order.orderNumber`.')
  const { id, orderNumber, deliveries } = parsed.data.order
  const isElsewhere = (deliveries ?? []).some((each) => {
    const state = delivered.safeParse(each).data?.stateMachineState.technicalName
    return state !== undefined && state !== 'returned'
  })
  if (isElsewhere) return toPartialComment(event, payload)
  return createReturn(`returned/${id}`, { order: { externalNumber: orderNumber }, lines: 'all' })
}

function toPartialComment(event: SourceEvent, payload: unknown): Translation {
  const parsed = orderPayload.safeParse(payload)
  if (!parsed.success) return payloadInvalid('The message has no readable `order.id` or `order.orderNumber`.')
  const { orderNumber } = parsed.data.order
  const text = `Shopware reports that order ${orderNumber} was returned in part. It does not say which lines: create the return by hand.`
  return addComment(`returned_partially/${keyOf(event)}`, { order: { externalNumber: orderNumber }, text })
}

function toContactComment(event: SourceEvent, payload: unknown): Translation {
  const parsed = contactPayload.safeParse(payload)
  if (!parsed.success) return payloadInvalid('The message has no readable `contactFormData.email`.')
  const { email, subject, comment } = parsed.data.contactFormData
  const words = [clip(subject, 300), clip(comment, 9_000)].filter((part) => part !== undefined)
  if (words.length === 0) return mappingFailed('`contactFormData` has neither a subject nor a comment.')
  return addComment(`contact/${keyOf(event)}`, {
    order: { email },
    text: ["The customer wrote in the shop's contact form:", ...words].join('\n'),
  })
}

/** What happened to an order as a whole, told on it; money is not among what Shopware's message surely holds. */
const toOrderComment =
  (wish: string, sentence: (orderNumber: string) => string) =>
  (event: SourceEvent, payload: unknown): Translation => {
    const parsed = orderPayload.safeParse(payload)
    if (!parsed.success) return payloadInvalid('The message has no readable `order.id` or `order.orderNumber`.')
    const { orderNumber } = parsed.data.order
    return addComment(`${wish}/${keyOf(event)}`, {
      order: { externalNumber: orderNumber },
      text: `Shopware reports that ${sentence(orderNumber)}.`,
    })
  }

const events: Topics<(event: SourceEvent, payload: unknown) => Translation> = {
  byDefault: {
    'state_enter.order_delivery.state.returned': toReturn,
    'state_enter.order_delivery.state.returned_partially': toPartialComment,
    'contact_form.send': toContactComment,
  },
  onRequest: {
    'state_enter.order_transaction.state.refunded': toOrderComment(
      'refunded',
      (order) => `a payment of order ${order} was refunded`,
    ),
    'state_enter.order_transaction.state.refunded_partially': toOrderComment(
      'refunded_partially',
      (order) => `a payment of order ${order} was refunded in part. How much is in the shop`,
    ),
    'state_enter.order.state.cancelled': toOrderComment('cancelled', (order) => `order ${order} was cancelled`),
  },
}

function translate(event: SourceEvent, settings: SourceSettings): Translation {
  const read = readMessage(event.body, message, 'a Shopware message with `data.event` and `source`')
  if ('ending' in read) return read
  const { event: name, payload } = read.content.data
  const chosen = mappingOf(['The event', name], events, settings.on)
  return 'mapping' in chosen ? chosen.mapping(event, payload) : chosen
}

export const shopware: Source = {
  kind: 'shopware',
  family: 'shops',
  verify: (delivery, secrets, settings, nowMs) => {
    const handshake = shakeHands(delivery, { secrets, settings, nowMs })
    if (handshake)
      return { ok: false, why: 'why' in handshake ? handshake.why : 'this is a registration, not an event' }
    const content = contentOf(delivery.body)
    if (!content?.source.shopId) return { ok: false, why: 'the body names no shop in source.shopId' }
    const ownSecrets = shopSecrets(secrets, content.source.shopId)
    const verification = verifySignature(signatureSchemes.shopware, delivery, { secrets: ownSecrets, nowMs })
    if (!verification.ok || content.timestamp === undefined) return verification
    return checkTime(content.timestamp * 1000, nowMs)
  },
  respond: (delivery, secrets, settings, nowMs) => {
    const handshake = shakeHands(delivery, { secrets, settings, nowMs })
    return handshake && 'reply' in handshake ? handshake.reply : undefined
  },
  identify: (delivery) => {
    const content = contentOf(delivery.body)
    // The attempt's time stamp changes the body, so only the fact itself is hashed where there is no event id (before 6.4.11).
    const hashed = hashKey(content ? JSON.stringify(content.data) : delivery.body)
    return { kind: 'event', key: content?.source.eventId ?? hashed, headers: {} }
  },
  translate,
  sign: (input, secret) => {
    const own = shopSecret(secret, contentOf(input.body)?.source.shopId ?? '')
    const signature = signWith(signatureSchemes.shopware, input, own)
    return { path: input.path, headers: { 'content-type': input.contentType, ...signature } }
  },
}
