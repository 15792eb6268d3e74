import { createHmac } from 'node:crypto'
import type { Reader, Step } from './reading.ts'
import { bodyOf, good, reading, refund } from './reading-proof-parts.ts'

const base64 = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64')
const hex = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex')
const seconds = Date.parse('2026-03-02T09:00:00Z') / 1_000

export const signatureReaders: Reader[] = [
  /** Headers as senders make them, and as they do not. */
  (chance) => {
    const key = 'a-secret-of-many-bytes'
    const rows: [string, (text: string) => Record<string, string | undefined>, Step['hears']][] = [
      ['typeform', (text) => ({ 'typeform-signature': `sha256=${base64(key, text)}` }), 'accepted'],
      ['typeform', (text) => ({ 'typeform-signature': `SHA256=${base64(key, text)}` }), 'refused'],
      ['typeform', (text) => ({ 'typeform-signature': base64(key, text) }), 'refused'],
      ['typeform', (text) => ({ 'typeform-signature': `sha256=${hex(key, text)}` }), 'refused'],
      ['tally', (text) => ({ 'tally-signature': base64(key, text) }), 'accepted'],
      ['tally', (text) => ({ 'tally-signature': `${base64(key, text)},${base64(key, text)}` }), 'refused'],
      ['tally', () => ({ 'tally-signature': undefined }), 'refused'],
      [
        'formspree',
        (text) => ({
          'formspree-signature': `t=${seconds}, v0=x, v1=${'0'.repeat(64)},v1=${hex(key, `${seconds}.${text}`)}`,
        }),
        'accepted',
      ],
      [
        'formspree',
        (text) => ({ 'formspree-signature': `t=${seconds},t=${seconds},v1=${hex(key, `${seconds}.${text}`)}` }),
        'refused',
      ],
      [
        'formspree',
        (text) => ({ 'formspree-signature': `t=${seconds},v0=${hex(key, `${seconds}.${text}`)}` }),
        'refused',
      ],
      [
        'formspree',
        (text) => ({ 'formspree-signature': `t=${seconds - 301},v1=${hex(key, `${seconds - 301}.${text}`)}` }),
        'refused',
      ],
      [
        'formspree',
        (text) => ({ 'formspree-signature': `t=${seconds + 300},v1=${hex(key, `${seconds + 300}.${text}`)}` }),
        'accepted',
      ],
      ['shopify', (text) => ({ 'x-shopify-hmac-sha256': base64(key, text) }), 'accepted'],
      ['shopify', (text) => ({ 'x-shopify-hmac-sha256': hex(key, text) }), 'refused'],
      ['shopify', (text) => ({ 'x-shopify-hmac-sha256': base64(key, `${text} `) }), 'refused'],
      ['woocommerce', (text) => ({ 'x-wc-webhook-signature': base64(key, text) }), 'accepted'],
      [
        'hubspot',
        (text) => ({
          'x-hubspot-request-timestamp': `${seconds * 1_000 - 300_000}`,
          'x-hubspot-signature-v3': base64(
            key,
            `POSThttps://hooks.example.com/forms/own${text}${seconds * 1_000 - 300_000}`,
          ),
        }),
        'accepted',
      ],
      [
        'hubspot',
        (text) => ({
          'x-hubspot-request-timestamp': `${seconds * 1_000}`,
          'x-hubspot-signature-v3': base64(key, `https://hooks.example.com/forms/own${text}${seconds * 1_000}`),
        }),
        'refused',
      ],
    ]
    const chosen = [0, 1, 2].map(() => chance.pick(rows))
    const [kind = ''] = chosen[0] ?? []
    const own = rows.filter(([one]) => one === kind)
    const steps = own.map(([, headers, hears], at): Step => {
      const text = bodyOf(kind).replace(/\}$/, `,"x":${at}}`)
      return good(kind, { text, headers: headers(text), hears })
    })
    return reading('a signature', kind, steps, { secrets: ['another-secret-of-bytes', key] })
  },
  /** Standard Webhooks: a list, of which any may fit; either of two families of headers, never mixed. */
  (chance) => {
    const kind = chance.pick(['standard', 'bigcommerce', 'google-forms'])
    const key = Buffer.from('k'.repeat(24))
    const secret = kind === 'bigcommerce' ? 'k'.repeat(24) : chance.pick(['whsec_', '']) + key.toString('base64')
    const text = bodyOf(kind)
    const sign = (id: string, time: number | string) =>
      createHmac('sha256', key).update(`${id}.${time}.${text}`).digest('base64')
    const bad = 'A'.repeat(43)
    const none = { 'webhook-id': undefined, 'webhook-timestamp': undefined, 'webhook-signature': undefined }
    const step = (id: string, signature: string, hears: Step['hears'], time: string = String(seconds)): Step =>
      good(kind, {
        text,
        headers: { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature },
        hears,
      })
    const again = kind === 'google-forms' ? 'duplicate' : 'accepted'
    const svix = {
      ...none,
      'svix-id': 's',
      'svix-timestamp': String(seconds),
      'svix-signature': `v1,${sign('s', seconds)}`,
    }
    return reading(
      'Standard Webhooks',
      kind,
      [
        step('a', `v1,${bad}= v1,${sign('a', seconds)}`, 'accepted'),
        step('b', `v1a,${bad} v1,${sign('b', seconds)} v2,x`, again),
        step('c', `v1a,${sign('c', seconds)}`, 'refused'),
        step('d', `v1,${sign('d', seconds)},v1,${sign('d', seconds)}`, 'refused'),
        step('e', `v1,${sign('x', seconds)}`, 'refused'),
        step('f', `v1,${sign('f', `${seconds}.0`)}`, 'refused', `${seconds}.0`),
        step('g', `v1,${sign('g', seconds - 300)}`, again, String(seconds - 300)),
        step('h', `v1,${sign('h', seconds + 301)}`, 'refused', String(seconds + 301)),
        good(kind, {
          headers: svix,
          hears: kind === 'standard' ? 'accepted' : 'refused',
          ...(kind === 'standard' && { key: 's' }),
        }),
        good(kind, { headers: { ...svix, 'webhook-id': 't' }, hears: kind === 'standard' ? 'duplicate' : 'refused' }),
      ],
      { secrets: [secret] },
    )
  },
  /** Shopify's events have the headers of its webhooks without `X-`; the signature says which of the two a delivery is. */
  (chance) => {
    const key = 'a-secret-of-many-bytes'
    const signature = base64(key, refund)
    const bare = { 'x-shopify-hmac-sha256': undefined, 'x-shopify-webhook-id': undefined, 'x-shopify-topic': undefined }
    const event = {
      ...bare,
      'shopify-hmac-sha256': signature,
      'shopify-webhook-id': 'e-1',
      'shopify-topic': 'refunds/create',
    }
    const told = 'Shopify refund 1 on order 2: no line was restocked as a return.'
    const becomes = [{ type: 'add-comment', key: 'refund/1', order: { externalNumber: '2' }, text: told }]
    return reading(
      'an event of Shopify',
      'shopify',
      [
        good('shopify', { headers: event, becomes }),
        good('shopify', {
          headers: { ...event, 'x-shopify-topic': 'other', 'x-shopify-test': 'true' },
          hears: 'duplicate',
        }),
        good('shopify', {
          headers: { ...event, 'shopify-hmac-sha256': base64(key, 'x'), 'x-shopify-hmac-sha256': signature },
          hears: chance.pick(['refused']),
        }),
      ],
      { secrets: [key] },
    )
  },
]
