import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acceptorOfKind } from '../../lib/sources/acceptors.ts'
import { sourceKinds, sourceOfKind } from '../../lib/sources/registry.ts'
import type { Acceptor, Delivery } from '../../lib/sources/source.ts'
import { reportsFact } from '../../lib/sources/woocommerce/accept.ts'

/** What webhooks know of a sender is what the rest of the bridge knows of it. */
const parts: readonly (keyof Acceptor)[] = ['schemeOf', 'verify', 'identify', 'labels', 'respond', 'isPing', 'isUsable']

describe.each(sourceKinds)('what accepts deliveries of %s', (kind) => {
  const [acceptor, source] = [acceptorOfKind(kind), sourceOfKind(kind)]

  it('is the part of its source that webhooks need, and nothing else', () => {
    for (const field of ['kind', 'family', 'tokenInPath', 'makesSecret'] as const)
      expect(acceptor?.[field], field).toBe(source?.[field])
    for (const part of ['translate', 'sign', 'topics']) expect(acceptor).not.toHaveProperty(part)
    for (const part of parts) expect(typeof acceptor?.[part], part).toBe(typeof source?.[part])
  })
})

it('what accepts deliveries of a sender of one’s own is that sender', () => {
  const own = { ...sourceOfKind('tally'), kind: 'acme' } as Acceptor
  expect(acceptorOfKind(own)).toBe(own)
  expect(acceptorOfKind('acme')).toBeUndefined()
  expect(acceptorOfKind('constructor')).toBeUndefined()
})

const part = fc.constantFrom<unknown>(undefined, null, '', '5', 5, true, [], [{}], [{ id: 1 }], [{ id: 0 }], {}, 'x')
const order = fc.record(
  {
    id: part,
    number: part,
    refunds: part,
    order_key: part,
    billing_period: fc.constantFrom(undefined, 'month'),
    status: fc.constantFrom<unknown>(undefined, null, 7, 'completed', 'cancelled', 'withdrawn', 'pending-wdraw'),
    customer_note: part,
  },
  { requiredKeys: [] },
)
const names = ['order.updated', 'order.created', 'order.cancelled', 'constructor', 'other']

it('WooCommerce: an order is an event exactly where its translation is not ignored', () => {
  let events = 0
  fc.assert(
    fc.property(
      fc.oneof(
        order.map((one) => JSON.stringify(one)),
        fc.constantFrom('', '[]', '{', 'null', '"text"'),
      ),
      fc.constantFrom('order.updated', 'order.created'),
      fc.option(fc.subarray(names), { nil: undefined }),
      (text, topic, on) => {
        const body = Buffer.from(text)
        const headers = { 'x-wc-webhook-topic': topic }
        const event = { id: 'woocommerce/1', source: 'woocommerce', headers, body, receivedAt: 0 }
        const settings = { kind: 'woocommerce', ...(on && { on }) }
        const translated = sourceOfKind('woocommerce')?.translate(event, settings) ?? expect.fail('no such source')
        const isEvent = 'commands' in translated || translated.ending.status !== 'ignored'
        if (isEvent) events += 1
        expect(reportsFact(body, topic, on)).toBe(isEvent)
        const delivery: Delivery = { method: 'POST', path: '/shops/woocommerce', query: '', headers, body }
        expect(acceptorOfKind('woocommerce')?.labels?.(delivery, settings)).toMatchObject({ isEvent })
      },
    ),
    { numRuns: 2_000 },
  )
  expect(events).toBeGreaterThan(200)
})
