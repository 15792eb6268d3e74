/**
 * How a sender signs, as data. It is always HMAC-SHA256; `signs` names the bytes:
 * - `body`: the raw body
 * - `time.body`: time and body, in one header `t=<seconds>,v1=<signature>`
 * - `id.time.body`: Standard Webhooks, with three headers; that of the signature is a list `v1,<signature> v1,<signature>`
 * - `method+uri+body+time`: the request with its address; a separate header holds the time in milliseconds
 */
export type SignatureScheme = Construction & {
  encoding: 'base64' | 'hex'
  prefix?: string
  /** Makes the key from the configured secret; undefined for a wrong format. Absent: the secret's text is the key. */
  toKey?: (secret: string) => Buffer | undefined
}

/** Header names are lower-case. */
type Construction =
  | { signs: 'body' | 'time.body'; headers: { signature: string } }
  | { signs: 'id.time.body'; headers: { signature: string; time: string; id: string } }
  | { signs: 'method+uri+body+time'; headers: { signature: string; time: string } }

export const signedBody = (signature: string, encoding: 'base64' | 'hex', prefix = '') =>
  ({ signs: 'body', encoding, prefix, headers: { signature } }) as const satisfies SignatureScheme

/** Standard Webhooks, under a family of headers. Without `toKey: standardKey` the secret's text is the key. */
export const standardWebhooks = (family: 'webhook' | 'svix') =>
  ({
    signs: 'id.time.body',
    encoding: 'base64',
    headers: { signature: `${family}-signature`, time: `${family}-timestamp`, id: `${family}-id` },
  }) as const satisfies SignatureScheme

/** Base64, with or without `whsec_` (Standard Webhooks, Secret). Node's decoder skips other characters; this refuses them. */
export function standardKey(secret: string): Buffer | undefined {
  const base64 = secret.replace(/^whsec_/, '').replace(/={0,2}$/, '')
  return /^[A-Za-z0-9+/]+$/.test(base64) && base64.length % 4 !== 1 ? Buffer.from(base64, 'base64') : undefined
}
