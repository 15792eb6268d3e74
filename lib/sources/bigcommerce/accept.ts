import { hashKey, readHeader } from '../shared/delivery-parts.ts'
import { readFields } from '../shared/json-fields.ts'
import { verifySignature } from '../shared/signature.ts'
import { standardWebhooks } from '../shared/signature-scheme.ts'
import type { Acceptor, Delivery } from '../source.ts'

/** A `hash` ("SHA-1 of the payload data") is the same if a hook fires twice, and perhaps under another scope. */
const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{32,128}$/i.test(value)

function deliveryKey(delivery: Delivery): string {
  const { hash, scope, data } = readFields(delivery.body) ?? {}
  if (!isHash(hash)) return readHeader(delivery, 'webhook-id') ?? hashKey(delivery.body)
  // `data` holds the ids, of the order and of what happened to it.
  return hashKey(hash, JSON.stringify([scope, data]))
}

/** The headers of Standard Webhooks, but the key is the text of the client secret. */
export const bigcommerceScheme = standardWebhooks('webhook')

export const acceptBigcommerce: Acceptor = {
  kind: 'bigcommerce',
  makesSecret: true,
  family: 'shops',
  schemeOf: () => bigcommerceScheme,
  verify: (delivery, secrets, _settings, nowMs) => verifySignature(bigcommerceScheme, delivery, { secrets, nowMs }),
  identify: (delivery) => ({ kind: 'event', deliveryKey: deliveryKey(delivery), headers: {} }),
}
