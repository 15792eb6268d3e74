import { toOrderLabel } from '../../order-label.ts'
import { hashKey } from '../shared/delivery-parts.ts'
import { fieldsOf, readFields } from '../shared/json-fields.ts'
import type { Acceptor, LabelDelivery } from '../source.ts'
import { appSignature, shakeHands, shopwareScheme, verifyShop } from './secret.ts'

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Undefined: it names no sender. The time is new on every attempt, and absent before 6.4.1. */
export function envelopeOf(body: Buffer) {
  const { data, source, timestamp } = readFields(body) ?? {}
  const sender = fieldsOf(source)
  if (!sender) return undefined
  const time = Number.isSafeInteger(timestamp) ? (timestamp as number) : undefined
  return { data, shopId: textOf(sender.shopId), eventId: textOf(sender.eventId), timestamp: time }
}

export const acceptShopware: Acceptor = {
  kind: 'shopware',
  family: 'shops',
  schemeOf: () => shopwareScheme,
  alsoSignedIn: appSignature,
  verify: (delivery, secrets, settings, nowMs) => {
    const handshake = shakeHands(delivery, { secrets, settings, nowMs })
    if (handshake && 'why' in handshake) return { ...handshake, ok: false }
    if (handshake) return { ok: false, why: 'this is a registration, not an event' }
    return verifyShop(delivery, { secrets, nowMs }, envelopeOf)
  },
  respond: (delivery, secrets, settings, nowMs) => {
    const handshake = shakeHands(delivery, { secrets, settings, nowMs })
    return handshake && 'reply' in handshake ? handshake.reply : undefined
  },
  identify: (delivery) => {
    const { data, eventId } = envelopeOf(delivery.body) ?? {}
    // Before 6.4.11 there is no event id. The time changes with every attempt, so only `data` is hashed.
    const hashed = hashKey(data === undefined ? delivery.body : JSON.stringify(data))
    return { kind: 'event', deliveryKey: eventId ?? hashed, headers: {} }
  },
  labels: shopwareLabels,
}

/** It comes for every new order and reports nothing else. */
const placed = 'checkout.order.placed'

/** Each event about an order names its number, which is the external number, too. */
function shopwareLabels({ body }: { body: Buffer }): LabelDelivery | undefined {
  const { event, payload } = fieldsOf(readFields(body)?.data) ?? {}
  if (typeof event !== 'string') return undefined
  if (event !== placed && !event.startsWith('state_enter.order')) return undefined
  const number = fieldsOf(fieldsOf(payload)?.order)?.orderNumber
  return { isEvent: event !== placed, label: toOrderLabel([number], number) }
}
