import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import type { Credentials } from './credentials.ts'

type Owner = Pick<Credentials, 'baseUrl' | 'username' | 'password'>

/** Names an account without showing it: its user id and its token belong to it alone. */
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

/** Undefined where it was sealed for another account or password, or damaged: that is no token, and no error. */
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
