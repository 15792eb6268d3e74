import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { Delivery, SignInput, Source, Verification } from '../source.ts'
import { readHeader } from './delivery-parts.ts'
import type { SignatureScheme } from './signature-scheme.ts'

export type SignatureContext = {
  secrets: readonly string[]
  nowMs: number
  /** The full address that the sender called, for schemes that sign it. */
  uri?: string | undefined
}

/** In both directions, as in the Standard Webhooks libraries, HubSpot and Formspree. */
export const toleranceMs = 300_000
type SignedParts = { signatures: string[]; signed: (string | Buffer)[]; timeMs?: number }
export const refuse = (why: string) => ({ ok: false, why }) as const satisfies Verification

/** Whether one of `secrets` signed these raw bytes, and recently if the scheme signs a time. Never throws. */
export function verifySignature(scheme: SignatureScheme, delivery: Delivery, context: SignatureContext): Verification {
  const keys = context.secrets.flatMap((secret) => toKey(scheme, secret) ?? [])
  if (keys.length === 0) return refuse('no usable secret is configured for this source')
  const claim = readClaim(scheme, delivery, context.uri)
  if (typeof claim === 'string') return refuse(claim)
  const matches = keys.some((key) => {
    const expected = hmac(key, claim.signed, scheme.encoding)
    return claim.signatures.some((signature) => isSameText(signature, expected))
  })
  if (!matches) return refuse('the signature matches none of the configured secrets')
  return claim.timeMs === undefined ? { ok: true } : checkTime(claim.timeMs, context.nowMs)
}

/** Why the proof of a delivery is missing or misshapen, read from its headers alone. Undefined: it may be valid. Never throws. */
export function missingProof(scheme: SignatureScheme, delivery: Delivery): string | undefined {
  const claim = readClaim(scheme, delivery, undefined)
  return typeof claim === 'string' ? claim : undefined
}

/** Whether the time is within five minutes of now, before or after. Call it only for a valid signature. */
export function checkTime(timeMs: number, nowMs: number): Verification {
  if (Math.abs(nowMs - timeMs) <= toleranceMs) return { ok: true }
  const seconds = Math.round(Math.abs(nowMs - timeMs) / 1000)
  const age = `${seconds} s ${timeMs < nowMs ? 'old' : 'ahead of this clock'}`
  return { ...refuse(`the signature is valid but ${age}; at most 300 s are allowed`), isOnlyLate: true }
}

/** Compares two texts, in constant time for equal lengths. */
export function isSameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

export function hmac(key: string | Buffer, parts: readonly (string | Buffer)[], encoding: 'base64' | 'hex'): string {
  // Without a key object Node 24 takes four times as long.
  const hash = createHmac('sha256', typeof key === 'string' ? key : createSecretKey(key))
  for (const part of parts) hash.update(part)
  return hash.digest(encoding)
}

/** The key of a configured secret. Undefined: the secret has the wrong format for its sender. */
export function toKey(scheme: SignatureScheme, secret: string): Buffer | undefined {
  const key = scheme.toKey ? scheme.toKey(secret) : Buffer.from(secret)
  return key && key.length > 0 ? key : undefined
}

/** An HMAC-SHA256. Anything else matches nothing, and so the body is not read for it. */
const shapes = { hex: /^[0-9a-f]{64}$/, base64: /^[A-Za-z0-9+/]{43}=$/ } as const
export const isSignature = (text: string, encoding: 'base64' | 'hex'): boolean => shapes[encoding].test(text)

function readClaim(scheme: SignatureScheme, delivery: Delivery, uri: string | undefined): SignedParts | string {
  const claim = readParts(scheme, delivery, uri)
  if (typeof claim === 'string') return claim
  const signatures = claim.signatures.filter((signature) => isSignature(signature, scheme.encoding))
  if (signatures.length > 0) return { ...claim, signatures }
  return `the header ${scheme.headers.signature} holds no HMAC-SHA256 in ${scheme.encoding}`
}

function readParts(scheme: SignatureScheme, delivery: Delivery, uri: string | undefined): SignedParts | string {
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
        return `the headers ${headers.id} and ${headers.time} must hold an id and a time in seconds`
      const signed = [`${id}.${time}.`, delivery.body]
      return { signatures: readVersionOne(value), signed, timeMs: Number(time) * 1000 }
    }
    case 'method+uri+body+time': {
      const time = readHeader(delivery, scheme.headers.time)
      if (!time || !/^\d{1,15}$/.test(time)) return `the header ${scheme.headers.time} must hold a time in milliseconds`
      if (!uri) return 'this sender signs the address that it calls: set publicUrl in bridge.config.ts'
      return { signatures: [value], signed: [delivery.method, uri, delivery.body, time], timeMs: Number(time) }
    }
  }
}

const isSeconds = (text: string) => /^\d{1,12}$/.test(text)

/** One `t` and at least one `v1`. Other schemes (`v0`) are skipped. Two `t` are two joined header values: refused. */
function readStripeStyle(value: string, body: Buffer): SignedParts | undefined {
  const pairs = value.split(',').map((pair) => pair.trim().split(/=(.*)/s))
  const valuesOf = (name: string) => pairs.flatMap(([key, text]) => (key === name && text !== undefined ? [text] : []))
  const [time, ...more] = valuesOf('t')
  const signatures = valuesOf('v1')
  if (time === undefined || more.length > 0 || !isSeconds(time) || signatures.length === 0) return undefined
  return { signatures, signed: [`${time}.`, body], timeMs: Number(time) * 1000 }
}

/** The `v1` signatures of a list with spaces. A second comma in an entry means two joined header values: none counts. */
function readVersionOne(value: string): string[] {
  const entries = value.split(' ').map((entry) => entry.split(','))
  if (entries.some((entry) => entry.length > 2)) return []
  return entries.flatMap(([version, signature]) => (version === 'v1' && signature ? [signature] : []))
}

type Signing = Pick<SignInput, 'method' | 'body' | 'id' | 'nowMs'> & { uri?: string }

/** Headers as the sender makes them. Throws if the secret has the wrong format for the sender. */
export function signWith(scheme: SignatureScheme, request: Signing, secret: string): Record<string, string> {
  const key = toKey(scheme, secret)
  if (!key) throw new TypeError('The secret has the wrong format for its sender: see docs/senders.md.')
  const seconds = String(Math.floor(request.nowMs / 1000))
  const name = scheme.headers.signature
  const signed = (parts: (string | Buffer)[]) => (scheme.prefix ?? '') + hmac(key, parts, scheme.encoding)
  switch (scheme.signs) {
    case 'body':
      return { [name]: signed([request.body]) }
    case 'time.body':
      return { [name]: `t=${seconds},v1=${signed([`${seconds}.`, request.body])}` }
    case 'id.time.body':
      return {
        [scheme.headers.id]: request.id,
        [scheme.headers.time]: seconds,
        [name]: `v1,${signed([`${request.id}.${seconds}.`, request.body])}`,
      }
    case 'method+uri+body+time': {
      const ms = String(request.nowMs)
      return { [scheme.headers.time]: ms, [name]: signed([request.method, request.uri ?? '', request.body, ms]) }
    }
  }
}

/** `sign` of a sender whose scheme needs nothing but the secret. `headers`: what it sends besides. */
export const signBy =
  (scheme: SignatureScheme, headers: (input: SignInput) => Record<string, string> = () => ({})): Source['sign'] =>
  (input, secret) => ({
    path: input.path,
    headers: { 'content-type': input.contentType, ...headers(input), ...signWith(scheme, input, secret) },
  })
