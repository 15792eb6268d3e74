import { createHmac } from 'node:crypto'
import type { Delivery } from '../../lib/sources/source.ts'
import { nowMs } from './deliveries.ts'
import { publicUrl } from './hooks.ts'

/**
 * Whether a delivery holds its sender's proof. Written a second time from the senders' descriptions, without code of lib: the bridge
 * must never store what this denies.
 */
export function isGenuine(kind: string, from: Delivery, secret: string): boolean {
  const sign = (key: string | Buffer, encoding: 'base64' | 'hex', ...parts: (string | Buffer)[]) => {
    const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)))
    return createHmac('sha256', key).update(bytes).digest(encoding)
  }
  const header = (name: string) => from.headers[name] ?? ''
  const isRecent = (ms: number) => Math.abs(nowMs - ms) <= 300_000
  const threeHeaders = (family: string, key: string | Buffer) => {
    const [id, time] = [header(`${family}-id`), header(`${family}-timestamp`)]
    const expected = `v1,${sign(key, 'base64', `${id}.${time}.`, from.body)}`
    return isRecent(Number(time) * 1000) && header(`${family}-signature`).split(' ').includes(expected)
  }
  const decoded = Buffer.from(secret.replace('whsec_', ''), 'base64')
  switch (kind) {
    case 'standard':
      return threeHeaders('webhook', decoded) || threeHeaders('svix', decoded)
    case 'google-forms':
      return threeHeaders('webhook', decoded)
    case 'bigcommerce':
      return threeHeaders('webhook', secret)
    case 'shopify':
      return (header('shopify-hmac-sha256') || header('x-shopify-hmac-sha256')) === sign(secret, 'base64', from.body)
    case 'woocommerce':
      return header('x-wc-webhook-signature') === sign(secret, 'base64', from.body)
    case 'tally':
      return header('tally-signature') === sign(secret, 'base64', from.body)
    case 'typeform':
      return header('typeform-signature') === `sha256=${sign(secret, 'base64', from.body)}`
    case 'shopware': {
      const { source, timestamp } = JSON.parse(from.body.toString()) as {
        source: { shopId: string }
        timestamp?: number
      }
      const own = sign(sign(secret, 'hex', 'secret of a shop, for backoffice-bridge'), 'hex', source.shopId)
      const inTime = timestamp === undefined || isRecent(timestamp * 1000)
      return inTime && header('shopware-shop-signature') === sign(own, 'hex', from.body)
    }
    case 'formspree': {
      const time = /(?:^|,)\s*t=(\d+)/.exec(header('formspree-signature'))?.[1] ?? ''
      const expected = `v1=${sign(secret, 'hex', `${time}.`, from.body)}`
      return isRecent(Number(time) * 1000) && header('formspree-signature').includes(expected)
    }
    case 'hubspot': {
      const time = header('x-hubspot-request-timestamp')
      const uri = `${publicUrl}${from.path}${from.query ? `?${from.query}` : ''}`
      const expected = sign(secret, 'base64', from.method, uri, from.body, time)
      return isRecent(Number(time)) && header('x-hubspot-signature-v3') === expected
    }
    case 'jotform':
    case 'fillout':
    case 'gravity-forms':
      return from.path === `/forms/${kind}/${secret}`
    default:
      throw new Error(`Say how ${kind} proves itself.`)
  }
}
