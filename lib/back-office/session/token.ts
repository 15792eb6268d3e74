import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import { type Credentials, completeCredentials, type ReadCredentials } from './credentials.ts'
import type { SkuPlace, StoredToken } from './store.ts'

/** A token to call with. It goes only to the base URL that issued it, and into no log. */
export type Token = { id: string; value: string; baseUrl: string; account: string; skus?: SkuPlace | undefined }
export type LiveToken = Token & { issuedAt: number; expiresAt: number; worked: boolean; outdated: boolean }
const earlyMs = { renew: 10 * 60_000, stop: 60_000 }
/** Shares of a short life, so that a token of a minute is not renewed at once for ever. */
const earlyShare = { renew: 0.2, stop: 0.05 }

const before = (token: LiveToken, what: 'renew' | 'stop') =>
  token.expiresAt - Math.min(earlyMs[what], (token.expiresAt - token.issuedAt) * earlyShare[what])

export const isUsable = (token: LiveToken, now: number): boolean => now < before(token, 'stop')
export const isDueForRenewal = (token: LiveToken, now: number): boolean =>
  token.outdated || now >= before(token, 'renew')

export type NewToken = { live: LiveToken; stored: StoredToken }

type Issued = { id: string; credentials: Credentials; issuedAt: number; lifetimeMs: number }

export function newToken(value: string, { id, credentials, issuedAt, lifetimeMs }: Issued): NewToken {
  const sealed = sealToken(value, { id, owner: credentials })
  const times = { issuedAt, expiresAt: issuedAt + lifetimeMs }
  const stored = { id, sealed, version: credentials.version, ...times, worked: false }
  return { live: liveToken(stored, value, credentials), stored }
}

type Opening = { credentials: ReadCredentials; now: number }

/** Undefined: no stored token serves. A newer password than the cached one may open it. */
export async function openStored(stored: StoredToken | undefined, { credentials, now }: Opening) {
  if (!stored || stored.expiresAt <= now) return undefined
  for (const fresh of [false, true]) {
    const owner = completeCredentials(await credentials({ fresh }))
    const value = openToken(stored.sealed, { id: stored.id, owner })
    if (value === undefined) continue
    const token = liveToken(stored, value, owner)
    return isUsable(token, now) ? token : undefined
  }
  return undefined
}

function liveToken(stored: StoredToken, value: string, credentials: Credentials): LiveToken {
  const { sealed: _, version: __, outdated = false, ...known } = stored
  return { ...known, value, outdated, baseUrl: credentials.baseUrl, account: accountOf(credentials) }
}

type Owner = Pick<Credentials, 'baseUrl' | 'username' | 'password'>

/** The name of an account, which does not show it: user id and token belong to one account. */
export const accountOf = ({ baseUrl, username }: Omit<Owner, 'password'>): string =>
  createHash('sha256').update(`${baseUrl}\n${username}`).digest('base64url').slice(0, 22)

/**
 * AES-256-GCM under a key of this one sealing: HKDF over the password, with `id` as salt and the account as context. `id` must
 * never seal twice (it is fresh with every login); key and nonce both come from it, so no pair of them is used again.
 */
export function sealToken(token: string, options: { id: string; owner: Owner }): string {
  const { key, nonce } = derive(options)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([cipher.update(token, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Undefined for a damaged token, and for one of another account or password: that is no error. */
export function openToken(sealed: string, options: { id: string; owner: Owner }): string | undefined {
  const { key, nonce } = derive(options)
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
    decipher.setAuthTag(bytes.subarray(-tagLength))
    return decipher.update(bytes.subarray(0, -tagLength), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}

const tagLength = 16

function derive({ id, owner }: { id: string; owner: Owner }): { key: Buffer; nonce: Buffer } {
  const bytes = Buffer.from(hkdfSync('sha256', owner.password, id, `backoffice-bridge token ${accountOf(owner)}`, 44))
  return { key: bytes.subarray(0, 32), nonce: bytes.subarray(32) }
}
