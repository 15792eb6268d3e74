import * as z from 'zod'
import { parseJson } from '../parse-json.ts'
import { readHeader } from './read-header.ts'
import { checkTime, hmac, isSameText, verifySignature } from './signature.ts'
import { signatureSchemes } from './signature-schemes.ts'
import type { Delivery, SourceSettings } from './source.ts'

/**
 * Shopware's handshake (App Registration & Backend Setup). GET .../register is signed with the app secret; the answer holds a proof and a
 * secret for this shop. POST .../confirm is signed with that secret. The secret is derived, so nothing is stored. The confirmation also
 * holds API credentials, which the bridge does not need and does not keep.
 */
export type Handshake = { reply: { status: number; body: unknown } } | { why: string; isOnlyLate?: true }

type Context = { secrets: readonly string[]; settings: SourceSettings; nowMs: number }

/** The default of `appName`. The proof signs the app's name in its manifest. */
const defaultAppName = 'BackofficeBridge'

/** 64 hexadecimal characters: Shopware asks for 64 to 255. */
export const shopSecret = (appSecret: string, shopId: string): string => hmac(appSecret, [shopId], 'hex')

export const shopSecrets = (appSecrets: readonly string[], shopId: string): string[] =>
  appSecrets.filter((secret) => secret !== '').map((secret) => shopSecret(secret, shopId))

/** Undefined: the request is not part of the handshake. */
export function shakeHands(delivery: Delivery, context: Context): Handshake | undefined {
  if (delivery.method === 'GET' && delivery.path.endsWith('/register')) return register(delivery, context)
  if (delivery.method === 'POST' && delivery.path.endsWith('/confirm')) return confirm(delivery, context)
  return undefined
}

function register(delivery: Delivery, { secrets, settings, nowMs }: Context): Handshake {
  const query = new URLSearchParams(delivery.query)
  const shopId = query.get('shop-id')
  const shopUrl = query.get('shop-url')
  const seconds = query.get('timestamp') ?? ''
  if (!shopId || !shopUrl || !/^\d{1,12}$/.test(seconds))
    return { why: 'the query has no shop-id, shop-url or timestamp' }
  const signature = readHeader(delivery, 'shopware-app-signature')
  if (!signature) return { why: 'the header shopware-app-signature is missing' }
  const isSigned = (by: string, secret: string) => isSameText(by, hmac(secret, [delivery.query], 'hex'))
  const appSecret = secrets.find((secret) => secret !== '' && isSigned(signature, secret))
  if (!appSecret) return { why: 'the app signature matches none of the configured app secrets' }
  // A shop that registers again also signs with its own secret. Both signatures must match.
  const shopSignature = readHeader(delivery, 'shopware-shop-signature')
  if (shopSignature && !shopSecrets(secrets, shopId).some((secret) => isSigned(shopSignature, secret))) {
    return {
      why: 'the shop was registered with another app secret: list that one behind the present one, then register again',
    }
  }
  const time = checkTime(Number(seconds) * 1000, nowMs)
  if (!time.ok) return time
  if (!settings.publicUrl)
    return { why: 'the answer must hold the address of the confirmation: set publicUrl in bridge.config.ts' }
  const body = {
    proof: hmac(appSecret, [shopId, shopUrl, settings.appName ?? defaultAppName], 'hex'),
    secret: shopSecret(appSecret, shopId),
    confirmation_url: `${settings.publicUrl.replace(/\/+$/, '')}${delivery.path.replace(/register$/, 'confirm')}`,
  }
  return { reply: { status: 200, body } }
}

const confirmation = z.object({ shopId: z.string().min(1), timestamp: z.coerce.number().optional().catch(undefined) })

function confirm(delivery: Delivery, { secrets, nowMs }: Context): Handshake {
  const parsed = parseJson(delivery.body)
  const checked = confirmation.safeParse(parsed.ok ? parsed.value : undefined)
  if (!checked.success) return { why: 'the confirmation names no shop' }
  const verification = verifySignature(signatureSchemes.shopware, delivery, {
    secrets: shopSecrets(secrets, checked.data.shopId),
    nowMs,
  })
  if (!verification.ok) return verification
  const { timestamp } = checked.data
  const time = timestamp === undefined ? verification : checkTime(timestamp * 1000, nowMs)
  return time.ok ? { reply: { status: 200, body: {} } } : time
}
