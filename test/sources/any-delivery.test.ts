import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reasonsByStatus } from '../../lib/reasons.ts'
import { languages } from '../../lib/sentences/languages.ts'
import { say } from '../../lib/sentences/sentences.ts'
import { sourceKinds, sourceOfKind } from '../../lib/sources/registry.ts'
import type { Delivery, Source, Translation } from '../../lib/sources/source.ts'
import { type Sample, samples } from '../../local/samples/index.ts'
import { anyText } from './any-text.ts'
import { delivery, eventOf, nowMs, settings, signed } from './deliveries.ts'

/** For any delivery: nothing throws, nothing unsigned verifies, and a translation is a command or an ending of the closed list. */

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const publicUrl = 'https://bridge.example.com'
const folder = join(import.meta.dirname, '../../local/samples')

const headerNames = [
  ...[
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
    'svix-id',
    'svix-timestamp',
    'svix-signature',
    'content-type',
  ],
  ...[
    'shopify-hmac-sha256',
    'shopify-topic',
    'shopify-webhook-id',
    'x-shopify-hmac-sha256',
    'x-shopify-topic',
    'x-shopify-test',
    'x-shopify-webhook-id',
    'x-wc-webhook-signature',
  ],
  ...[
    'x-wc-webhook-topic',
    'shopware-shop-signature',
    'shopware-app-signature',
    'typeform-signature',
    'tally-signature',
  ],
  ...['formspree-signature', 'x-hubspot-signature-v3', 'x-hubspot-request-timestamp', '__proto__', 'constructor'],
]
const headerValues = fc.oneof(
  fc.string(),
  anyText,
  fc.constantFrom(
    'v1,',
    't=1,v1=',
    `t=${nowMs / 1000},v1=x`,
    'sha256=',
    'true',
    String(nowMs),
    String(nowMs / 1000),
    'a,b',
    ',',
  ),
  fc.constantFrom('refunds/create', 'orders/cancelled', 'orders/edited', 'returns/request', 'order.updated'),
  fc.constantFrom('multipart/form-data; boundary=b', 'application/x-www-form-urlencoded', 'application/json'),
)
/** Also values that the types exclude, but a mistake elsewhere could pass: no value, a list, a number. */
const oddValues = fc.oneof(headerValues, fc.constantFrom(undefined, null, ['a', 'b'], 7, {}))
const headers = fc.dictionary(fc.constantFrom(...headerNames), oddValues) as fc.Arbitrary<Delivery['headers']>

const bodies = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc.json().map((text) => Buffer.from(text)),
  fc
    .string()
    .map((text) => Buffer.from(`--b\r\nContent-Disposition: form-data; name="rawRequest"\r\n\r\n${text}\r\n--b--`)),
)

const deliveries = fc.record({
  method: fc.constantFrom('POST', 'GET', 'PUT'),
  path: fc.constantFrom('/shops/x', '/shops/x/register', '/shops/x/confirm', '/forms/x', '/'),
  query: fc.oneof(fc.string(), fc.constant(`shop-id=a&shop-url=b&timestamp=${nowMs / 1000}`)),
  headers,
  body: bodies,
})

const codes: readonly string[] = [...reasonsByStatus.failed, ...reasonsByStatus.ignored]

/** Without `expect`, which would take longer than the check itself, ten thousand times. */
function expectSound(translation: Translation): void {
  if ('ending' in translation) {
    const { reason } = translation.ending
    if (!codes.includes(reason.code)) expect.fail(`ends with ${reason.code}`)
    const text = say(languages.en.reason, reason)
    if (!/^[A-Z].*\.$/s.test(text)) expect.fail(`ends with the text ${text}`)
    return
  }
  const { commands } = translation
  if (commands.length === 0 || commands.some(({ key }) => key === '')) expect.fail('no command, or one without a key')
}

describe.each(sourceKinds)('%s', (kind) => {
  const source = sourceOfKind(kind) as Source

  it('never throws on an unsigned delivery, and never verifies or answers it', () => {
    fc.assert(
      fc.property(deliveries, fc.option(fc.string(), { nil: undefined }), (given, token) => {
        const from: Delivery = token === undefined ? given : { ...given, token }
        for (const context of [settings(), settings({ publicUrl, fields: { a: 'note' }, on: [] })]) {
          const verified = source.verify(from, [secret], context, nowMs)
          if (verified.ok || typeof verified.why !== 'string') expect.fail(`verified: ${JSON.stringify(verified)}`)
          if (source.respond?.(from, [secret], context, nowMs) !== undefined) expect.fail('answered')
          if (source.identify(from, context).kind === 'event')
            expectSound(source.translate(eventOf(source, from), context))
        }
      }),
      { numRuns: 150 },
    )
  })

  it('never throws on JSON of any shape with its own names', () => {
    const names = [
      'id',
      'order_id',
      'order',
      'refunds',
      'refund_line_items',
      'line_item',
      'quantity',
      'data',
      'type',
      'event',
      'source',
    ]
    const more = [
      'payload',
      'fields',
      'value',
      'key',
      'submission',
      'questions',
      'form_response',
      'answers',
      'field',
      'order_edit',
      'note',
      'transactions',
      'refund_shipping_lines',
      'exchange_line_items',
      'deliveries',
    ]
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom(
          null,
          true,
          0,
          -1,
          1e300,
          '',
          'return',
          'all',
          'FORM_RESPONSE',
          'form_response',
          'gid://shopify/Order/1',
        ),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(
          fc.constantFrom(...names, ...more, 'eventType', 'event_type', 'scope', 'properties'),
          tie('value'),
        ),
      ),
    }))
    const topics = fc.constantFrom(
      'refunds/create',
      'orders/edited',
      'orders/cancelled',
      'returns/decline',
      'order.updated',
    )
    fc.assert(
      fc.property(value, topics, (payload, topic) => {
        const body = Buffer.from(JSON.stringify(payload))
        const from = delivery({ body, headers: { 'x-shopify-topic': topic, 'x-wc-webhook-topic': topic } })
        if (source.identify(from, settings()).kind === 'event')
          expectSound(source.translate(eventOf(source, from), settings()))
      }),
      { numRuns: 300 },
    )
  })

  const [sample] = Object.values(samples[kind] ?? {}) as [Sample]
  const genuine = signed(source, { body: readFileSync(join(folder, sample.file)), secret, publicUrl, ...sample })

  it('never throws on a genuine delivery with a byte changed, and never verifies it', () => {
    fc.assert(
      fc.property(fc.nat(genuine.body.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const body = Buffer.from(genuine.body)
        body.writeUInt8(body.readUInt8(at) ^ change, at)
        const from = { ...genuine, body }
        const verified = source.verify(from, [secret], settings({ publicUrl }), nowMs).ok
        expect(verified).toBe(source.tokenInPath === true)
        if (source.identify(from, settings()).kind === 'event')
          expectSound(source.translate(eventOf(source, from), settings()))
      }),
      { numRuns: 150 },
    )
  })

  it('never verifies a genuine delivery with its proof changed', () => {
    const proof = Object.keys(genuine.headers).filter(
      (name) => /signature|hmac|timestamp|webhook-id/.test(name) && name !== 'x-shopify-webhook-id',
    )
    fc.assert(
      fc.property(fc.nat(), fc.string({ minLength: 1, maxLength: 3 }), (at, added) => {
        const change = (text: string) =>
          text.slice(0, at % (text.length + 1)) + added + text.slice(at % (text.length + 1))
        for (const name of proof) {
          const value = change(genuine.headers[name] ?? '')
          const from = { ...genuine, headers: { ...genuine.headers, [name]: value } }
          // Spaces separate a list of signatures, and a list may have further pairs: neither changes what was signed.
          const harmless = /signature/.test(name) && (/^\s+$/.test(added) || /[ ,]/.test(added))
          if (!harmless) expect(source.verify(from, [secret], settings({ publicUrl }), nowMs).ok).toBe(false)
        }
        if (genuine.token !== undefined) {
          const from = { ...genuine, token: change(genuine.token) }
          expect(source.verify(from, [secret], settings({ publicUrl }), nowMs).ok).toBe(false)
        }
      }),
      { numRuns: 150 },
    )
  })
})
