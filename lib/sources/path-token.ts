import { isSameText } from './signature.ts'
import type { Verification } from './source.ts'

/** Shorter ones can be guessed, and nothing else guards such a source. */
export const shortestToken = 24

export const isUsableToken = (secret: string): boolean => secret.length >= shortestToken

/** The proof of senders that sign nothing: a long random token, the last part of the address. */
export function verifyToken(token: string | undefined, secrets: readonly string[]): Verification {
  const usable = secrets.filter(isUsableToken)
  if (usable.length === 0)
    return { ok: false, why: `no token of at least ${shortestToken} characters is configured for this source` }
  if (!token) return { ok: false, why: 'the token at the end of the address is missing' }
  if (usable.some((secret) => isSameText(secret, token))) return { ok: true }
  return { ok: false, why: 'the token at the end of the address is none of those configured' }
}
