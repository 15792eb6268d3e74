import { hashKey, readHeader } from '../shared/delivery-parts.ts'
import { verifySignature } from '../shared/signature.ts'
import { standardKey, standardWebhooks } from '../shared/signature-scheme.ts'
import { isUsableKey } from '../shared/usable-secrets.ts'
import type { Acceptor, Delivery } from '../source.ts'

export const standardScheme = { ...standardWebhooks('webhook'), toKey: standardKey }
const svixScheme = { ...standardWebhooks('svix'), toKey: standardKey }

/** Never mixes the two families: beside signed `svix-*` headers an unsigned `webhook-id` does not count. */
const schemeOf = (delivery: Pick<Delivery, 'headers'>) =>
  readHeader(delivery, 'webhook-signature') ? standardScheme : svixScheme

export const acceptStandard: Acceptor = {
  kind: 'standard',
  family: 'forms',
  isUsable: (secret) => isUsableKey(standardScheme, secret),
  schemeOf,
  verify: (delivery, secrets, _settings, nowMs) => verifySignature(schemeOf(delivery), delivery, { secrets, nowMs }),
  identify: (delivery) => ({
    kind: 'event',
    deliveryKey: readHeader(delivery, schemeOf(delivery).headers.id) ?? hashKey(delivery.body),
    headers: {},
  }),
}
