import { readHeader } from '../shared/delivery-parts.ts'
import { readFields } from '../shared/json-fields.ts'
import { checkTime, hmac, isSameText, isSignature, missingProof, verifySignature } from '../shared/signature.ts'
import { signedBody } from '../shared/signature-scheme.ts'
import type { Delivery, SourceSettings, Verification } from '../source.ts'

/** Under the secret of the shop. */
export const shopwareScheme = signedBody('shopware-shop-signature', 'hex')
/** 12 letters and digits in older versions, 16 in current ones (ShopIdProvider.php). */
const onlyShopId = /^[\w-]{1,64}$/
const field = '"shopId"'
const namedShop = /^"shopId"\s{0,9}:\s{0,9}"([\w-]{1,64})"/
export const isShopId = (text: unknown): text is string => typeof text === 'string' && onlyShopId.test(text)
/** Keeps shops apart from what the app secret signs itself: no query has a space, no proof begins so. */
const label = 'secret of a shop, for backoffice-bridge'
/** 64 hexadecimal characters: Shopware asks for 64 to 255. */
export const shopSecret = (appSecret: string, id: string): string => hmac(hmac(appSecret, [label], 'hex'), [id], 'hex')

export const shopSecrets = (appSecrets: readonly string[], id: string): string[] =>
  appSecrets.filter((secret) => secret !== '').map((secret) => shopSecret(secret, id))

/** As they were before the label. They only let a registered shop register anew, beside the signature of the app. */
export const formerShopSecrets = (appSecrets: readonly string[], id: string): string[] =>
  appSecrets.filter((secret) => secret !== '').map((secret) => hmac(secret, [id], 'hex'))

/** The sender's own part is the last one (WebhookDispatcher.php). What it reports of an order may hold the same name. */
const mostNamed = 4

/** The last shops that a body names, found without parsing it. */
function shopsNamedIn(body: Buffer): string[] {
  const found: string[] = []
  for (let at = body.lastIndexOf(field), tries = 0; at >= 0 && tries < mostNamed; tries += 1) {
    const id = namedShop.exec(body.toString('latin1', at, at + 100))?.[1]
    if (id !== undefined && !found.includes(id)) found.push(id)
    at = at === 0 ? -1 : body.lastIndexOf(field, at - 1)
  }
  return found
}

/** What a message says of its sender: the shop, and when it was sent in seconds. */
type Sender = { shopId?: string | undefined; timestamp?: number | undefined }
type ReadSender = (body: Buffer) => Sender | undefined
type Proving = Pick<Context, 'secrets' | 'nowMs'>

/** Finds the shop in the body, for its secret, and parses nothing before a signature fits. Never throws. */
export function verifyShop(delivery: Delivery, { secrets, nowMs }: Proving, senderOf: ReadSender): Verification {
  const missing = missingProof(shopwareScheme, delivery)
  if (missing !== undefined) return { ok: false, why: missing }
  let verification: Verification = { ok: false, why: 'the body names no shop' }
  for (const shopId of shopsNamedIn(delivery.body)) {
    const own = shopSecrets(secrets, shopId)
    verification = verifySignature(shopwareScheme, delivery, { secrets: own, nowMs })
    if (verification.ok) return checkSender(senderOf(delivery.body), shopId, nowMs)
  }
  return verification
}

function checkSender(sender: Sender | undefined, shopId: string, nowMs: number): Verification {
  if (sender?.shopId !== shopId) return { ok: false, why: 'the body was not sent by the shop that signed it' }
  return sender.timestamp === undefined ? { ok: true } : checkTime(sender.timestamp * 1000, nowMs)
}

/** App Registration & Backend Setup. The secret of a shop is derived, and the API credentials are not kept. */
export type Handshake = { reply: { status: number; body: unknown } } | { why: string; isOnlyLate?: true }
type Context = { secrets: readonly string[]; settings: SourceSettings; nowMs: number }
/** The default of `appName`. The proof signs the app's name in its manifest. */
const defaultAppName = 'BackofficeBridge'
/** Bytes. The query and the body of a handshake have a few hundred. */
const mostBytes = 16_384
/** The header of a registration, under the secret of the app. */
export const appSignature = 'shopware-app-signature'

export function shakeHands(delivery: Delivery, context: Context): Handshake | undefined {
  const step = /^\/[^/]+\/[^/]+\/(register|confirm)$/.exec(delivery.path)?.[1]
  const answer = steps.get(`${delivery.method} ${step}`)
  if (answer && Math.max(delivery.body.length, delivery.query.length) > mostBytes)
    return { why: `a part of the registration has more than ${mostBytes} bytes` }
  return answer?.(delivery, context)
}

const steps = new Map(Object.entries({ 'GET register': register, 'POST confirm': confirm }))

const otherSecret =
  'the shop was registered with another app secret: list that one behind the present one, then register again'

/** Nothing of the query is read before its signature. */
function register(delivery: Delivery, { secrets, settings, nowMs }: Context): Handshake {
  const signature = readHeader(delivery, appSignature)
  if (!signature) return { why: `the header ${appSignature} is missing` }
  if (!isSignature(signature, 'hex')) return { why: `the header ${appSignature} holds no HMAC-SHA256 in hex` }
  const isSigned = (by: string, secret: string) => isSameText(by, hmac(secret, [delivery.query], 'hex'))
  const appSecret = secrets.find((secret) => secret !== '' && isSigned(signature, secret))
  if (!appSecret) return { why: 'the app signature matches none of the configured app secrets' }
  const query = new URLSearchParams(delivery.query)
  const [shopId, shopUrl, seconds] = ['shop-id', 'shop-url', 'timestamp'].map((name) => query.get(name) ?? '')
  if (!isShopId(shopId) || !shopUrl || !/^\d{1,12}$/.test(seconds ?? ''))
    return { why: 'the query has no shop-id, shop-url or timestamp' }
  const time = checkTime(Number(seconds) * 1000, nowMs)
  if (!time.ok) return time
  // A shop that registers again also signs with its own secret. Both signatures must match.
  const shopSignature = readHeader(delivery, 'shopware-shop-signature')
  const present = [...shopSecrets(secrets, shopId), ...formerShopSecrets(secrets, shopId)]
  if (shopSignature && !present.some((secret) => isSigned(shopSignature, secret))) return { why: otherSecret }
  if (!settings.publicUrl)
    return { why: 'the answer must hold the address of the confirmation: set publicUrl in bridge.config.ts' }
  const body = {
    proof: hmac(appSecret, [shopId, shopUrl, settings.appName ?? defaultAppName], 'hex'),
    secret: shopSecret(appSecret, shopId),
    confirmation_url: `${settings.publicUrl.replace(/\/+$/, '')}${delivery.path.replace(/register$/, 'confirm')}`,
  }
  return { reply: { status: 200, body } }
}

function confirm(delivery: Delivery, { secrets, nowMs }: Context): Handshake {
  const verification = verifyShop(delivery, { secrets, nowMs }, senderOf)
  return verification.ok ? { reply: { status: 200, body: {} } } : verification
}

/** The time comes as a number or as text. */
function senderOf(body: Buffer) {
  const { shopId, timestamp } = readFields(body) ?? {}
  const seconds = typeof timestamp === 'object' || timestamp === undefined ? Number.NaN : Number(timestamp)
  return typeof shopId === 'string' ? { shopId, timestamp: Number.isFinite(seconds) ? seconds : undefined } : undefined
}
