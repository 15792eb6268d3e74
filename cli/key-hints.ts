import { verifySignature } from '../lib/sources/shared/signature.ts'
import type { Delivery, Source } from '../lib/sources/source.ts'

type Refused = {
  source: Source
  delivery: Delivery
  secrets: readonly string[]
  matches: (secrets: readonly string[]) => boolean
  nowMs: number
}

/** Ways in which a sender's code may have made the wrong key from a secret. */
const keys: readonly (readonly [says: string, toKey: (secret: string) => Buffer])[] = [
  [
    "The signature matches with the secret's text as the key: the sender's code must decode it from base64 first.",
    Buffer.from,
  ],
  [
    'The signature matches with the secret without "whsec_", as text: the sender\'s code must decode it from base64 first.',
    (secret) => Buffer.from(secret.replace(/^whsec_/, '')),
  ],
  [
    'The signature matches with the secret without "whsec_", decoded from base64: configure the secret as the sender uses it.',
    (secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'),
  ],
  [
    "The signature matches with the secret decoded from base64: the sender's code must use its text as the key.",
    (secret) => Buffer.from(secret, 'base64'),
  ],
  [
    "The signature matches with the secret decoded from hex: the sender's code must use its text as the key.",
    (secret) => Buffer.from(secret, 'hex'),
  ],
  [
    'The signature matches with "whsec_" before the secret: configure the secret with that prefix.',
    (secret) => Buffer.from(`whsec_${secret}`),
  ],
]

/** The other key, made from a configured secret, that matches the signature. */
export function keyHints({ source, delivery, secrets, matches, nowMs }: Refused): string[] {
  const trimmed = secrets.map((secret) => secret.trim())
  if (matches(trimmed))
    return ['The proof matches without the spaces or line breaks around the secret: remove them from the secret.']
  const scheme = source.schemeOf?.(delivery)
  // The secrets of Shopware's shops are derived.
  if (!scheme || source.kind === 'shopware') return []
  return keys
    .filter(([, toKey]) => {
      const verification = verifySignature({ ...scheme, toKey }, delivery, { secrets, nowMs })
      return verification.ok || verification.isOnlyLate === true
    })
    .map(([says]) => says)
    .slice(0, 1)
}
