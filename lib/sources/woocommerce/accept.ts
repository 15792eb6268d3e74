import { decodeXML } from 'entities/decode'
import { hashKey } from '../shared/hash-key.ts'
import { pickHeaders, readHeader } from '../shared/read-header.ts'
import { verifySignature } from '../shared/signature.ts'
import { signedBody } from '../shared/signature-scheme.ts'
import { isUsableKey } from '../shared/usable-secrets.ts'
import type { Acceptor, Delivery, LabelDelivery, SourceSettings } from '../source.ts'
import { isLabelTopic, reportsFact, woocommerceLabel } from './reports.ts'

/** An update of which nothing becomes a command is no event. One that cannot be read is: it fails, and a person sees it. */
function labels({ body, headers }: Delivery, { on }: SourceSettings): LabelDelivery | undefined {
  const topic = readHeader({ headers }, 'x-wc-webhook-topic')
  if (!isLabelTopic(topic)) return undefined
  return { isEvent: reportsFact(body, topic, on), label: woocommerceLabel(body) }
}

/** The key is the secret after `wp_specialchars_decode` (class-wc-webhook.php, generate_signature). */
export const woocommerceScheme = {
  ...signedBody('x-wc-webhook-signature', 'base64'),
  toKey: (secret: string) => Buffer.from(decodeXML(secret)),
}

const longestPing = 'webhook_id='.length + 20

/** When a webhook is saved, WooCommerce posts an unsigned `webhook_id=<n>` and expects exactly 200 (class-wc-webhook.php, deliver_ping). */
const isPing = (delivery: Delivery): boolean =>
  readHeader(delivery, woocommerceScheme.headers.signature) === undefined &&
  delivery.body.length <= longestPing &&
  /^webhook_id=\d{1,20}$/.test(delivery.body.toString('latin1'))

export const acceptWoocommerce: Acceptor = {
  kind: 'woocommerce',
  family: 'shops',
  isUsable: (secret) => isUsableKey(woocommerceScheme, secret),
  schemeOf: () => woocommerceScheme,
  verify: (delivery, secrets, _settings, nowMs) => verifySignature(woocommerceScheme, delivery, { secrets, nowMs }),
  isPing,
  identify: (delivery) => {
    if (isPing(delivery)) return { kind: 'ping' }
    const headers = pickHeaders(delivery, ['x-wc-webhook-topic'])
    // X-WC-Webhook-Delivery-ID is a hash of the second: two orders in one second share it.
    return { kind: 'event', deliveryKey: hashKey(delivery.body, headers['x-wc-webhook-topic'] ?? ''), headers }
  },
  labels,
}
