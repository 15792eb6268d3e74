import { readFields } from '../shared/json-fields.ts'
import { readHeader } from '../shared/read-header.ts'
import { checkTime, hmac, isSameText, isSignature } from '../shared/signature.ts'
import type { Delivery, SourceSettings } from '../source.ts'
import { formerShopSecrets, isShopId, shopSecret, shopSecrets, verifyShop } from './secret.ts'

/**
 * Shopware's handshake (App Registration & Backend Setup). GET .../register is signed with the app secret; the answer holds a proof and a
 * secret for this shop. POST .../confirm is signed with that secret. The secret is derived, so nothing is stored. The confirmation also
 * holds API credentials, which the bridge does not need and does not keep.
 */
export type Handshake = { reply: { status: number; body: unknown } } | { why: string; isOnlyLate?: true }

type Context = { secrets: readonly string[]; settings: SourceSettings; nowMs: number }

/** The default of `appName`. The proof signs the app's name in its manifest. */
const defaultAppName = 'BackofficeBridge'

/** Bytes. The query and the body of a handshake have a few hundred. */
const mostBytes = 16_384

/** The header of a registration, under the secret of the app. */
export const appSignature = 'shopware-app-signature'

/** Undefined: the request is not part of the handshake. */
export function shakeHands(delivery: Delivery, context: Context): Handshake | undefined {
  const step = /^\/[^/]+\/[^/]+\/(register|confirm)$/.exec(delivery.path)?.[1]
  const answer = steps.get(`${delivery.method} ${step}`)
  if (answer && Math.max(delivery.body.length, delivery.query.length) > mostBytes)
    return { why: `a part of the registration has more than ${mostBytes} bytes` }
  return answer?.(delivery, context)
}

const steps = new Map([
  ['GET register', register],
  ['POST confirm', confirm],
])

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
  if (shopSignature && !present.some((secret) => isSigned(shopSignature, secret))) {
    return {
      why: 'the shop was registered with another app secret: list that one behind the present one, then register again',
    }
  }
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
