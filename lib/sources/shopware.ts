import * as z from 'zod'
import { hashKey } from './hash-key.ts'
import { contactEvent, shopwareEvents } from './shopware-events.ts'
import { shopwareLabels } from './shopware-labels.ts'
import { shakeHands } from './shopware-registration.ts'
import { revocationEvent } from './shopware-revocation.ts'
import { shopSecret, verifyShop } from './shopware-secret.ts'
import { signWith } from './sign-with.ts'
import { signatureSchemes } from './signature-schemes.ts'
import type { Source, SourceEvent, SourceSettings, Translation } from './source.ts'
import { mappingOf, readMessage, topicNames, withTopic } from './translation.ts'

/** Shopware 6 app webhooks: `{data: {event, payload}, source: {shopId, eventId}, timestamp}`, signed with the secret of the shop. */

const text = z.string().min(1).optional().catch(undefined)
/** The shop, the event id and the time. They are read whatever the event is. */
const envelope = z.object({
  data: z.unknown().optional(),
  source: z.object({ shopId: text, eventId: text }),
  /** New on every attempt. Absent before 6.4.1. */
  timestamp: z.int().optional().catch(undefined),
})
const message = z.object({ data: z.object({ event: z.string(), payload: z.unknown().optional() }) })

const envelopeOf = (body: Buffer): z.infer<typeof envelope> | undefined => {
  const read = readMessage(body, envelope)
  return 'content' in read ? read.content : undefined
}

const eventOf = ({ body }: SourceEvent): string | undefined => {
  const read = readMessage(body, message)
  return 'content' in read ? read.content.data.event : undefined
}

/** Forms that Shopware shows to everybody. */
const publicForms: readonly string[] = [contactEvent, revocationEvent]

function translate(event: SourceEvent, settings: SourceSettings): Translation {
  const read = readMessage(event.body, message, ['data.event'])
  if ('ending' in read) return read
  const { event: name, payload } = read.content.data
  const chosen = mappingOf(name, shopwareEvents, withTopic(settings.on, revocationEvent))
  return 'mapping' in chosen ? chosen.mapping(event, payload) : chosen
}

export const shopware: Source = {
  kind: 'shopware',
  family: 'shops',
  topics: topicNames(shopwareEvents),
  takes: ['appName'],
  needsPublicUrl: true,
  verify: (delivery, secrets, settings, nowMs) => {
    const handshake = shakeHands(delivery, { secrets, settings, nowMs })
    if (handshake && 'why' in handshake) return { ...handshake, ok: false }
    if (handshake) return { ok: false, why: 'this is a registration, not an event' }
    return verifyShop(delivery, { secrets, nowMs }, (body) => {
      const content = envelopeOf(body)
      return { shopId: content?.source.shopId, timestamp: content?.timestamp }
    })
  },
  respond: (delivery, secrets, settings, nowMs) => {
    const handshake = shakeHands(delivery, { secrets, settings, nowMs })
    return handshake && 'reply' in handshake ? handshake.reply : undefined
  },
  identify: (delivery) => {
    const content = envelopeOf(delivery.body)
    // Before 6.4.11 there is no event id. The time changes with every attempt, so only `data` is hashed.
    const hashed = hashKey(content?.data === undefined ? delivery.body : JSON.stringify(content.data))
    return { kind: 'event', deliveryKey: content?.source.eventId ?? hashed, headers: {} }
  },
  labels: shopwareLabels,
  translate,
  isWithdrawal: (event) => eventOf(event) === revocationEvent,
  isByVisitor: (event) => publicForms.includes(eventOf(event) ?? ''),
  sign: (input, secret) => {
    const own = shopSecret(secret, envelopeOf(input.body)?.source.shopId ?? '')
    const signature = signWith(signatureSchemes.shopware, input, own)
    return { path: input.path, headers: { 'content-type': input.contentType, ...signature } }
  },
}
