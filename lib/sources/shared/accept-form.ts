import type { Acceptor, Delivery } from '../source.ts'
import { hashKey, pickHeaders } from './delivery-parts.ts'
import { verifySignature } from './signature.ts'
import type { SignatureScheme } from './signature-scheme.ts'
import { isUsableKey, isUsableToken, verifyToken } from './usable-secrets.ts'

export type FormSender = {
  kind: string
  /** The proof of a delivery: a signature, or a long token in the path if the sender signs nothing. */
  proof: SignatureScheme | 'token'
  makesSecret?: true
  /** For schemes that sign the address: the address that the sender called. */
  uri?: (request: { path: string; query: string }, publicUrl: string | undefined) => string | undefined
  /** Headers that the translation needs, lower-case. */
  headers?: readonly string[]
  /** The same for every retry of the delivery. Absent, or undefined for a message that cannot be read: the hash of the body. Never throws. */
  deliveryKey?: (delivery: Pick<Delivery, 'body' | 'headers'>) => string | undefined
}

export function acceptForm({ kind, proof, makesSecret, uri, headers = [], deliveryKey }: FormSender): Acceptor {
  const maker = makesSecret === undefined ? {} : { makesSecret }
  return {
    kind,
    family: 'forms',
    ...(proof === 'token' ? { tokenInPath: true } : { schemeOf: () => proof }),
    ...maker,
    isUsable: (secret) => (proof === 'token' ? isUsableToken(secret) : isUsableKey(proof, secret, maker)),
    verify: (delivery, secrets, settings, nowMs) => {
      if (proof === 'token') return verifyToken(delivery.token, secrets)
      return verifySignature(proof, delivery, { secrets, nowMs, uri: uri?.(delivery, settings.publicUrl) })
    },
    identify: (delivery) => ({
      kind: 'event',
      deliveryKey: deliveryKey?.(delivery) || hashKey(delivery.body),
      headers: pickHeaders(delivery, headers),
    }),
  }
}
