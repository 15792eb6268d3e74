import { verifySignature } from '../lib/sources/signature.ts'
import type { Delivery } from '../lib/sources/source.ts'
import { schemeOf } from './scheme-of.ts'

type Refused = {
  kind: string
  delivery: Delivery
  secrets: readonly string[]
  fits: (secrets: readonly string[]) => boolean
  nowMs: number
}

/** How a sender's code may have made its key of a secret, other than it should. */
const keys: readonly (readonly [says: string, toKey: (secret: string) => Buffer])[] = [
  ["It fits with the secret's text as the key: the sender's code has to decode it from base64 first.", Buffer.from],
  [
    'It fits with the secret without "whsec_", as text: the sender\'s code has to decode it from base64 first.',
    (secret) => Buffer.from(secret.replace(/^whsec_/, '')),
  ],
  [
    'It fits with the secret without "whsec_", decoded from base64: write it here as the sender uses it.',
    (secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'),
  ],
  [
    'It fits with the secret decoded from base64: this sender takes its text.',
    (secret) => Buffer.from(secret, 'base64'),
  ],
  ['It fits with the secret decoded from hex: this sender takes its text.', (secret) => Buffer.from(secret, 'hex')],
  ['It fits with "whsec_" before the secret.', (secret) => Buffer.from(`whsec_${secret}`)],
]

/** Which other reading of the configured secrets would have fitted. */
export function keyHints({ kind, delivery, secrets, fits, nowMs }: Refused): string[] {
  const trimmed = secrets.map((secret) => secret.trim())
  if (fits(trimmed)) return ['It fits once the spaces or line breaks around the secret are gone: mend the secret.']
  const scheme = schemeOf(kind, delivery)
  // Shopware's shops sign with secrets that are derived.
  if (!scheme || kind === 'shopware') return []
  return keys
    .filter(([, toKey]) => {
      const verification = verifySignature({ ...scheme, toKey }, delivery, { secrets, nowMs })
      return verification.ok || verification.isOnlyLate === true
    })
    .map(([says]) => says)
    .slice(0, 1)
}
