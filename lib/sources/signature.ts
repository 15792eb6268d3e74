import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { readHeader } from './read-header.ts'
import type { Delivery, Verification } from './source.ts'

/**
 * How a sender signs, as data. Always HMAC-SHA256; `signs` names the bytes:
 * - `body`: the raw body
 * - `time.body`: time and body, in one header `t=<seconds>,v1=<signature>`
 * - `id.time.body`: Standard Webhooks: three headers, the signature one a list `v1,<signature> v1,<signature>`
 * - `method+uri+body+time`: the request as it was addressed; time in milliseconds in a header of its own
 */
export type SignatureScheme = Construction & {
  encoding: 'base64' | 'hex'
  /** What stands before the signature inside its header. */
  prefix?: string
  /** How the configured secret becomes the key; the text itself where absent. Undefined: not a secret of this sender. */
  toKey?: (secret: string) => Buffer | undefined
}

/** Header names are lower-case. */
type Construction =
  | { signs: 'body' | 'time.body'; headers: { signature: string } }
  | { signs: 'id.time.body'; headers: { signature: string; time: string; id: string } }
  | { signs: 'method+uri+body+time'; headers: { signature: string; time: string } }

export type SignatureContext = {
  secrets: readonly string[]
  nowMs: number
  /** The full address that the sender called; only for schemes that sign it. */
  uri?: string | undefined
}

/** Both ways: what the Standard Webhooks libraries, HubSpot and Formspree use. */
export const toleranceMs = 300_000

type Claim = { signatures: string[]; signed: (string | Buffer)[]; timeMs?: number }

const refuse = (why: string): Verification => ({ ok: false, why })

/** Whether one of `secrets` signed these raw bytes, lately enough where the scheme signs a time. Never throws. */
export function verifySignature(scheme: SignatureScheme, delivery: Delivery, context: SignatureContext): Verification {
  const keys = context.secrets.flatMap((secret) => toKey(scheme, secret) ?? [])
  if (keys.length === 0) return refuse('no usable secret is configured for this source')
  const claim = readClaim(scheme, delivery, context.uri)
  if (typeof claim === 'string') return refuse(claim)
  const fits = keys.some((key) => {
    const expected = hmac(key, claim.signed, scheme.encoding)
    return claim.signatures.some((signature) => isSameText(signature, expected))
  })
  if (!fits) return refuse('the signature fits none of the configured secrets')
  return claim.timeMs === undefined ? { ok: true } : checkTime(claim.timeMs, context.nowMs)
}

const onlyLate = 'the signature is right but'

/** Refused for nothing but its time. */
export const isOnlyLate = (verification: Verification): boolean =>
  !verification.ok && verification.why.startsWith(onlyLate)

/** Signed at most five minutes ago, and not later than five minutes from now. */
export function checkTime(timeMs: number, nowMs: number): Verification {
  if (Math.abs(nowMs - timeMs) <= toleranceMs) return { ok: true }
  const seconds = Math.round(Math.abs(nowMs - timeMs) / 1000)
  return refuse(`${onlyLate} ${seconds} s ${timeMs < nowMs ? 'old' : 'ahead of this clock'}; 300 s are tolerated`)
}

/** Equal texts, compared in constant time for equal lengths. */
export function isSameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

export function hmac(key: string | Buffer, parts: readonly (string | Buffer)[], encoding: 'base64' | 'hex'): string {
  // Node 24 takes four times as long where it has to find out itself that bytes are a key.
  const hash = createHmac('sha256', typeof key === 'string' ? key : createSecretKey(key))
  for (const part of parts) hash.update(part)
  return hash.digest(encoding)
}

/** The key behind a configured secret; undefined where it cannot be a secret of this sender. */
export function toKey(scheme: SignatureScheme, secret: string): Buffer | undefined {
  const key = scheme.toKey ? scheme.toKey(secret) : Buffer.from(secret)
  return key && key.length > 0 ? key : undefined
}

function readClaim(scheme: SignatureScheme, delivery: Delivery, uri: string | undefined): Claim | string {
  const { prefix = '' } = scheme
  const name = scheme.headers.signature
  const value = readHeader(delivery, name)
  if (!value) return `the header ${name} is missing`
  switch (scheme.signs) {
    case 'body':
      if (!value.startsWith(prefix)) return `the header ${name} does not begin with ${prefix}`
      return { signatures: [value.slice(prefix.length)], signed: [delivery.body] }
    case 'time.body':
      return readStripeStyle(value, delivery.body) ?? `the header ${name} is not t=<seconds>,v1=<signature>`
    case 'id.time.body': {
      const { headers } = scheme
      const [id, time] = [readHeader(delivery, headers.id), readHeader(delivery, headers.time)]
      if (!id || !time || !isSeconds(time))
        return `the headers ${headers.id} and ${headers.time} are missing or not an id and seconds`
      return {
        signatures: readVersionOne(value),
        signed: [`${id}.${time}.`, delivery.body],
        timeMs: Number(time) * 1000,
      }
    }
    case 'method+uri+body+time': {
      const time = readHeader(delivery, scheme.headers.time)
      if (!time || !/^\d{1,15}$/.test(time)) return `the header ${scheme.headers.time} is missing or not milliseconds`
      if (!uri) return 'this sender signs the address that it calls: set publicUrl in bridge.config.ts'
      return { signatures: [value], signed: [delivery.method, uri, delivery.body, time], timeMs: Number(time) }
    }
  }
}

const isSeconds = (text: string) => /^\d{1,12}$/.test(text)

/** One `t`, at least one `v1`; other schemes (`v0`) are passed over. Two `t` are two header values joined: refused. */
function readStripeStyle(value: string, body: Buffer): Claim | undefined {
  const pairs = value.split(',').map((pair) => pair.trim().split(/=(.*)/s))
  const valuesOf = (name: string) => pairs.flatMap(([key, text]) => (key === name && text !== undefined ? [text] : []))
  const [time, ...more] = valuesOf('t')
  const signatures = valuesOf('v1')
  if (time === undefined || more.length > 0 || !isSeconds(time) || signatures.length === 0) return undefined
  return { signatures, signed: [`${time}.`, body], timeMs: Number(time) * 1000 }
}

/** The `v1` signatures of a list divided by spaces. A second comma in an entry is two header values joined: none counts. */
function readVersionOne(value: string): string[] {
  const entries = value.split(' ').map((entry) => entry.split(','))
  if (entries.some((entry) => entry.length > 2)) return []
  return entries.flatMap(([version, signature]) => (version === 'v1' && signature ? [signature] : []))
}
