import { decodeXML } from 'entities/decode'
import type { SignatureScheme } from './signature.ts'

/** Base64, with or without `whsec_` (Standard Webhooks, Secret). Node's decoder skips other characters; this refuses them. */
function standardKey(secret: string): Buffer | undefined {
  const base64 = secret.replace(/^whsec_/, '').replace(/={0,2}$/, '')
  return /^[A-Za-z0-9+/]+$/.test(base64) && base64.length % 4 !== 1 ? Buffer.from(base64, 'base64') : undefined
}

/** WooCommerce signs with the secret after `wp_specialchars_decode` (class-wc-webhook.php, generate_signature). */
const wooCommerceKey = (secret: string): Buffer => Buffer.from(decodeXML(secret))

const standard = (family: 'webhook' | 'svix') => ({
  signs: 'id.time.body' as const,
  encoding: 'base64' as const,
  headers: { signature: `${family}-signature`, time: `${family}-timestamp`, id: `${family}-id` },
  toKey: standardKey,
})

const body = (signature: string, encoding: 'base64' | 'hex', prefix = ''): SignatureScheme => ({
  signs: 'body',
  encoding,
  headers: { signature },
  prefix,
})

export const signatureSchemes = {
  standard: standard('webhook'),
  svix: standard('svix'),
  /** The headers of Standard Webhooks, but the key is the text of the client secret. */
  bigcommerce: { ...standard('webhook'), toKey: (secret: string) => Buffer.from(secret) },
  shopify: body('x-shopify-hmac-sha256', 'base64'),
  shopifyEvents: body('shopify-hmac-sha256', 'base64'),
  woocommerce: { ...body('x-wc-webhook-signature', 'base64'), toKey: wooCommerceKey },
  shopware: body('shopware-shop-signature', 'hex'),
  typeform: body('typeform-signature', 'base64', 'sha256='),
  tally: body('tally-signature', 'base64'),
  formspree: { signs: 'time.body', encoding: 'hex', headers: { signature: 'formspree-signature' } },
  hubspot: {
    signs: 'method+uri+body+time',
    encoding: 'base64',
    headers: { signature: 'x-hubspot-signature-v3', time: 'x-hubspot-request-timestamp' },
  },
} as const satisfies Record<string, SignatureScheme>
