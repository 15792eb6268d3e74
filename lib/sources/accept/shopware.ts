import { hashKey } from '../hash-key.ts'
import { fieldsOf, readFields } from '../json-fields.ts'
import { shopwareLabels } from '../shopware-labels.ts'
import { shakeHands } from '../shopware-registration.ts'
import { verifyShop } from '../shopware-secret.ts'
import type { Acceptor } from '../source.ts'

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/**
 * The shop, the event id and the time of a message, whatever its event is. Undefined: it names no sender. The time is new on every attempt,
 * and absent before 6.4.1.
 */
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
