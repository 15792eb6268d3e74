import { isSameText } from './signature.ts'
import type { Verification } from './source.ts'

/** Shorter ones can be guessed, and nothing else guards such a source. */
const shortestToken = 24

/** Only of characters that an address holds as they are: one with a slash, a blank or a line break at its end would never fit. */
export const isUsableToken = (secret: string): boolean => secret.length >= shortestToken && /^[\w.~-]+$/.test(secret)

/** The proof of senders that sign nothing: a long random token, the last part of the address. */
export function verifyToken(token: string | undefined, secrets: readonly string[]): Verification {
  const usable = secrets.filter(isUsableToken)
  if (usable.length === 0)
    return {
      ok: false,
      why: `no token of at least ${shortestToken} letters, digits and - _ . ~ is configured for this source`,
    }
  if (!token) return { ok: false, why: 'the token at the end of the address is missing' }
  if (usable.some((secret) => isSameText(secret, token))) return { ok: true }
  return { ok: false, why: 'the token at the end of the address is none of those configured' }
}
