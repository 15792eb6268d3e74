import { checkTime, hmac, missingProof, verifySignature } from '../shared/signature.ts'
import { signedBody } from '../shared/signature-scheme.ts'
import type { Delivery, Verification } from '../source.ts'

/** Under the secret of the shop. */
export const shopwareScheme = signedBody('shopware-shop-signature', 'hex')

/** 12 letters and digits in older versions, 16 in current ones (ShopIdProvider.php). */
const onlyShopId = /^[\w-]{1,64}$/
const field = '"shopId"'
const namedShop = /^"shopId"\s{0,9}:\s{0,9}"([\w-]{1,64})"/

export const isShopId = (text: unknown): text is string => typeof text === 'string' && onlyShopId.test(text)

/**
 * Keeps the secrets of shops apart from what Shopware's protocol signs with the app secret itself, the query of a registration and the
 * proof: others may see those with their signatures. No query has a space, and no proof begins like this.
 */
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

/**
 * Whether the shop that a body names has signed it, and recently if the body has a time. The secret depends on the shop, and the name lies
 * within the body: so it is searched for, and the body is parsed (`senderOf`) only once a signature fits. Never throws.
 */
export function verifyShop(
  delivery: Delivery,
  { secrets, nowMs }: { secrets: readonly string[]; nowMs: number },
  senderOf: (body: Buffer) => Sender | undefined,
): Verification {
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
