import type { Verification } from '../source.ts'
import { isSameText } from './signature.ts'

/** A shorter token can be guessed, and nothing else protects such a source. */
const shortestToken = 24

/** Only characters that need no escape in an address: a token with a slash, a space or a line break would never match. */
export const isUsableToken = (secret: string): boolean => secret.length >= shortestToken && /^[\w.~-]+$/.test(secret)

/** The proof of a sender that signs nothing: a long random token at the end of the address. */
export function verifyToken(token: string | undefined, secrets: readonly string[]): Verification {
  const usable = secrets.filter(isUsableToken)
  if (usable.length === 0)
    return {
      ok: false,
      why: `no token of at least ${shortestToken} letters, digits and - _ . ~ is configured for this source`,
    }
  if (!token) return { ok: false, why: 'the token at the end of the address is missing' }
  if (usable.some((secret) => isSameText(secret, token))) return { ok: true }
  return { ok: false, why: 'the token at the end of the address matches none of the configured tokens' }
}
