import { hashKey } from '../shared/hash-key.ts'
import { readHeader } from '../shared/read-header.ts'
import { verifySignature } from '../shared/signature.ts'
import { signatureSchemes } from '../shared/signature-schemes.ts'
import { isUsableKey } from '../shared/usable-secrets.ts'
import type { Acceptor, Delivery } from '../source.ts'

/** Never mixes the two families: beside signed `svix-*` headers an unsigned `webhook-id` does not count. */
const schemeOf = (delivery: Delivery) =>
  readHeader(delivery, 'webhook-signature') ? signatureSchemes.standard : signatureSchemes.svix

export const acceptStandard: Acceptor = {
  kind: 'standard',
  family: 'forms',
  signedIn: [signatureSchemes.standard, signatureSchemes.svix].map(({ headers }) => headers.signature),
  isUsable: (secret) => isUsableKey(signatureSchemes.standard, secret),
  verify: (delivery, secrets, _settings, nowMs) => verifySignature(schemeOf(delivery), delivery, { secrets, nowMs }),
  identify: (delivery) => ({
    kind: 'event',
    deliveryKey: readHeader(delivery, schemeOf(delivery).headers.id) ?? hashKey(delivery.body),
    headers: {},
  }),
}
