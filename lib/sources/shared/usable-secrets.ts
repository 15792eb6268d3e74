import type { Acceptor, Verification } from '../source.ts'
import { isSameText, refuse, toKey } from './signature.ts'
import type { SignatureScheme } from './signature-scheme.ts'

type Maker = Pick<Acceptor, 'makesSecret'>
/** A short key that people chose can be guessed. A short one that a sender made was cut when copied. */
const fewestBytes = ({ makesSecret }: Maker): number => (makesSecret ? 8 : 16)

/** Whether the key that a sender makes of a secret has the right format and is long enough. */
export const isUsableKey = (scheme: SignatureScheme, secret: string, maker: Maker = {}): boolean =>
  (toKey(scheme, secret)?.length ?? 0) >= fewestBytes(maker)

type Judged = Pick<Acceptor, 'isUsable' | 'makesSecret'>
/** Without `isUsable`, the length of its text counts. */
export const isUsableSecret = (source: Judged, secret: string): boolean =>
  source.isUsable ? source.isUsable(secret) : Buffer.byteLength(secret.trim()) >= fewestBytes(source)

/** The secrets of a source that may prove something. `left`: why others may not, for the log; it shows none of them. */
export function usableSecrets(source: Judged, secrets: readonly string[]): { usable: string[]; left?: string } {
  const usable = secrets.filter((secret) => isUsableSecret(source, secret))
  const count = secrets.length - usable.length
  if (count === 0) return { usable }
  return {
    usable,
    left: `${count} of ${secrets.length} secrets of this source ${count === 1 ? 'is' : 'are'} too short (fewer than ${fewestBytes(source)} bytes) or in the wrong format: docs/senders.md`,
  }
}

/** A shorter token can be guessed, and nothing else protects such a source. */
const shortestToken = 24
/** Only characters that need no escape in an address: a token with a slash, a space or a line break would never match. */
export const isUsableToken = (secret: string): boolean => secret.length >= shortestToken && /^[\w.~-]+$/.test(secret)

/** The proof of a sender that signs nothing: a long random token at the end of the address. */
export function verifyToken(token: string | undefined, secrets: readonly string[]): Verification {
  const usable = secrets.filter(isUsableToken)
  if (usable.length === 0)
    return refuse(`no token of at least ${shortestToken} letters, digits and - _ . ~ is configured for this source`)
  if (!token) return refuse('the token at the end of the address is missing')
  if (usable.some((secret) => isSameText(secret, token))) return { ok: true }
  return refuse('the token at the end of the address matches none of the configured tokens')
}
