import { type Credentials, completeCredentials, type ReadCredentials } from './credentials.ts'
import type { StoredToken } from './store.ts'
import { accountOf, openToken, sealToken } from './token-seal.ts'

/** A token to call with. It goes only to the base URL it was issued by. Never logged. */
export type Token = { id: string; value: string; baseUrl: string; account: string }

/** A token in memory, with what is known of it. */
export type LiveToken = Token & { issuedAt: number; expiresAt: number; worked: boolean }

const earlyMs = { renew: 10 * 60_000, stop: 60_000 }
/** Of a short life, so that a token of a minute is not renewed at once for ever. */
const earlyShare = { renew: 0.2, stop: 0.05 }

const before = (token: LiveToken, what: 'renew' | 'stop') =>
  token.expiresAt - Math.min(earlyMs[what], (token.expiresAt - token.issuedAt) * earlyShare[what])

export const isUsable = (token: LiveToken, now: number): boolean => now < before(token, 'stop')
export const isDueForRenewal = (token: LiveToken, now: number): boolean => now >= before(token, 'renew')

/** A token that was just issued, to call with and to store. */
export type NewToken = { live: LiveToken; stored: StoredToken }

export function newToken(
  value: string,
  options: { id: string; credentials: Credentials; issuedAt: number; lifetimeMs: number },
): NewToken {
  const { id, credentials, issuedAt, lifetimeMs } = options
  const times = { issuedAt, expiresAt: issuedAt + lifetimeMs, worked: false }
  const sealed = sealToken(value, { id, owner: credentials })
  return {
    live: { id, value, baseUrl: credentials.baseUrl, account: accountOf(credentials), ...times },
    stored: { id, sealed, version: credentials.version, ...times },
  }
}

/**
 * Undefined: none is stored, or none that still serves. A token that the cached secret does not open may have been sealed with a newer
 * password.
 */
export async function openStored(
  stored: StoredToken | undefined,
  { credentials, now }: { credentials: ReadCredentials; now: number },
): Promise<LiveToken | undefined> {
  if (!stored || stored.expiresAt <= now) return undefined
  for (const fresh of [false, true]) {
    const token = liveToken(stored, completeCredentials(await credentials({ fresh })))
    if (token) return isUsable(token, now) ? token : undefined
  }
  return undefined
}

function liveToken(stored: StoredToken, credentials: Credentials): LiveToken | undefined {
  const value = openToken(stored.sealed, { id: stored.id, owner: credentials })
  if (value === undefined) return undefined
  const { id, issuedAt, expiresAt, worked } = stored
  return { id, value, baseUrl: credentials.baseUrl, account: accountOf(credentials), issuedAt, expiresAt, worked }
}
