import { hashKey, readFields, readHeader } from '../shared/delivery-parts.ts'
import { verifySignature } from '../shared/signature.ts'
import { standardWebhooks } from '../shared/signature-scheme.ts'
import type { Acceptor, Delivery } from '../source.ts'

/**
 * The hash is the same if a hook fires twice (webhooks overview). It is "the SHA-1 hash of the JSON-encoded payload data" (webhook events):
 * whether that holds the scope is not said, and another scope of the same order may have the same hash.
 */
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
