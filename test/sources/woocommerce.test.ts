import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { woocommerce } from '../../lib/sources/woocommerce/translate.ts'
import { delivery, eventOf, nowMs, settings } from './deliveries.ts'
import { notOn, unknownTopic, unmappable, unmapped, unreadable } from './problem-endings.ts'

const secret = 'woo-secret'
const topicHeader = { 'x-wc-webhook-topic': 'order.updated' }
const ask = (body: unknown, headers: Record<string, string> = topicHeader, on?: string[]) =>
  woocommerce.translate(
    eventOf(woocommerce, delivery({ body: Buffer.from(JSON.stringify(body)), headers })),
    settings(on && { on }),
  )

describe('the ping of a saved webhook', () => {
  const ping = (more: Parameters<typeof delivery>[0] = {}) =>
    delivery({
      body: Buffer.from('webhook_id=12'),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      ...more,
    })

  it('is refused, because it is unsigned, and recognised', () => {
    expect(woocommerce.verify(ping(), [secret], settings(), nowMs).ok).toBe(false)
    expect(woocommerce.isPing?.(ping())).toBe(true)
    expect(woocommerce.identify(ping(), settings())).toEqual({ kind: 'ping' })
  })

  it.each(['webhook_id=', 'webhook_id=12&order=1', 'webhook_id=x', ' webhook_id=12', '{"webhook_id":12}', ''])(
    'is not any other body (%j)',
    (body) => {
      expect(woocommerce.isPing?.(ping({ body: Buffer.from(body) }))).toBe(false)
      expect(woocommerce.identify(ping({ body: Buffer.from(body) }), settings()).kind).toBe('event')
    },
  )

  it('is not a delivery with a signature', () => {
    expect(woocommerce.isPing?.(ping({ headers: { 'x-wc-webhook-signature': 'x' } }))).toBe(false)
    expect(woocommerce.identify(ping({ headers: { 'x-wc-webhook-signature': 'x' } }), settings()).kind).toBe('event')
  })
})

it.each([
  ['plain & "quoted"', 'plain & "quoted"'],
  ['a&amp;b', 'a&b'],
  ['&lt;&gt;&quot;&#039;&#39;', "<>\"''"],
  ['&#038;&#034;&#x27;', '&"\''],
  ['&amp;lt;', '&lt;'],
  ['&copy;&AMP;&', '&copy;&AMP;&'],
])('signs with the secret %j as its sender decodes it', (configured, key) => {
  const body = Buffer.from('{}')
  const signature = createHmac('sha256', key).update(body).digest('base64')
  const from = delivery({ body, headers: { 'x-wc-webhook-signature': signature } })
  expect(woocommerce.verify(from, [configured], settings(), nowMs)).toEqual({ ok: true })
})

describe('identity', () => {
  const deliveryKeyOf = (body: string, headers: Record<string, string>) => {
    const identity = woocommerce.identify(delivery({ body: Buffer.from(body), headers }), settings())
    return identity.kind === 'event' && identity.deliveryKey
  }

  it('is body and topic, never the delivery id, which two orders in one second share', () => {
    expect(deliveryKeyOf('{}', { ...topicHeader, 'x-wc-webhook-delivery-id': 'a' })).toBe(
      deliveryKeyOf('{}', { ...topicHeader, 'x-wc-webhook-delivery-id': 'b' }),
    )
    expect(deliveryKeyOf('{}', { 'x-wc-webhook-topic': 'replay.1' })).toBe(
      deliveryKeyOf('{}', { 'x-wc-webhook-topic': 'replay.2' }),
    )
    expect(deliveryKeyOf('{}', topicHeader)).not.toBe(deliveryKeyOf('{ }', topicHeader))
    expect(deliveryKeyOf('{}', topicHeader)).not.toBe(deliveryKeyOf('{}', { 'x-wc-webhook-topic': 'order.created' }))
  })
})

describe('order.updated', () => {
  it('makes each refund a comment of its own, in any spelling of its numbers', () => {
    const body = {
      id: 5,
      number: ' 1005 ',
      currency: 'EUR',
      refunds: [
        { id: 1, reason: 'Late', total: '-9.00' },
        { id: '2', total: -5 },
        { id: 3, reason: ' ' },
      ],
    }
    const comment = (key: string, text: string, more: object = {}) => ({
      type: 'add-comment',
      key,
      order: { externalNumber: '1005' },
      text,
      ...more,
    })
    expect(ask(body)).toEqual({
      commands: [
        comment('refund/1', 'WooCommerce refund 1 on order 1005: 9.00 EUR. Reason:', { note: 'Late' }),
        comment('refund/2', 'WooCommerce refund 2 on order 1005: 5 EUR.'),
        comment('refund/3', 'WooCommerce refund 3 on order 1005.'),
      ],
    })
  })

  it.each([undefined, null, '', ' '])('uses the id if the number is %j', (number) => {
    expect(ask({ id: 5, number, refunds: [{ id: 1 }] })).toMatchObject({
      commands: [{ order: { externalNumber: '5' } }],
    })
  })

  it('reports no refund that was deleted', () => {
    const body = { id: 5, currency: 'EUR', refunds: [{ id: 1, total: '-9.00' }, { id: 0 }, { id: '0' }] }
    expect(ask(body)).toMatchObject({ commands: [{ key: 'refund/1' }] })
  })

  it.each([[], [{ id: 0 }], null, undefined])('ignores an update with the refunds %j', (refunds) => {
    expect(ask({ id: 5, number: '5', refunds })).toEqual(unmapped({ problem: 'not_reported', what: 'refund' }))
  })

  it('keeps the ids of a refund exact', () => {
    expect(ask({ id: 5, refunds: [{ id: '82098291194615450812' }] })).toMatchObject({
      commands: [{ key: 'refund/82098291194615450812' }],
    })
  })

  it('shows an amount without a currency as it is', () => {
    expect(ask({ id: 5, refunds: [{ id: 1, total: '-9.00' }] })).toMatchObject({
      commands: [{ text: 'WooCommerce refund 1 on order 5: 9.00.' }],
    })
  })

  it.each([{}, { refunds: [] }, { id: 5, refunds: 'x' }])('refuses %j', (body) => {
    expect(ask(body)).toEqual(unreadable('id', 'refunds'))
  })

  const without = (id: number | string, ...refunds: unknown[]) => {
    const translation = ask({ id, currency: 'EUR', refunds })
    return 'commands' in translation ? translation.commands : []
  }

  it.each([null, 5, {}, { id: null }, ...['x', '1x', 'x1', '1'.repeat(21), 1.5].map((id) => ({ id }))])(
    'reports a refund without an id (%j) beside the others',
    (odd) => {
      expect(without(5, { id: 1, total: '-9.00' }, odd, { id: 2 })).toMatchObject([
        { key: 'refund/1', text: 'WooCommerce refund 1 on order 5: 9.00 EUR.' },
        {
          key: expect.stringMatching(/^refund\/sha256:[0-9a-f]{64}$/),
          text: 'WooCommerce refund without an id on order 5.',
        },
        { key: 'refund/2' },
      ])
    },
  )

  it('gives a refund without an id the same key whatever comes before it, and no other refund the same', () => {
    const late = { reason: 'Late', total: '-9.00' }
    const keysOf = (id: number | string, ...refunds: unknown[]) => without(id, ...refunds).map(({ key }) => key)
    const [key] = keysOf(5, late)
    expect(keysOf(5, { id: 1 }, late)).toEqual(['refund/1', key])
    expect(keysOf(5, late, late)).toEqual([key, `${key}#1`])
    expect(keysOf(5, null, {}, { reason: '' })).toHaveLength(3)
    expect(new Set(keysOf(5, null, {}, { reason: '' })).size).toBe(3)
    expect(keysOf(6, late)).not.toEqual([key])
    expect(keysOf(5, { ...late, total: '-8.00' })).not.toEqual([key])
    expect(keysOf(5, { ...late, reason: 'Broken' })).not.toEqual([key])
  })

  it('ends as a whole if its order number is invalid', () => {
    expect(ask({ id: 5, number: 'n'.repeat(201), refunds: [{ id: 1 }] })).toEqual(
      unmappable({ problem: 'invalid_fields', of: 'comment', fields: ['order.externalNumber'] }),
    )
  })
})

it.each([
  [{ 'x-wc-webhook-topic': 'action.woocommerce_order_refunded' }, 'action.woocommerce_order_refunded'],
  [{}, undefined],
])('ignores the topic of %j', (headers, shown) => {
  expect(ask({ id: 5, refunds: [{ id: 1 }] }, headers)).toEqual(unknownTopic(shown))
})

describe('what `on` adds', () => {
  const created = { 'x-wc-webhook-topic': 'order.created' }
  const comment = (key: string, text: string) => ({ type: 'add-comment', key, order: { externalNumber: '5' }, text })
  const placed = comment('created/5', 'WooCommerce order 5 was placed in the shop.')
  const cancelled = comment('cancelled/5', 'WooCommerce order 5 was cancelled in the shop.')
  const refunded = comment('refund/1', 'WooCommerce refund 1 on order 5.')
  const plain = { id: 5, order_key: 'wc_order_1' }
  const gone = { id: 5, status: 'cancelled', refunds: [{ id: 1 }] }
  const ended = { ...gone, refunds: [] }
  const again = { ...ended, date_modified_gmt: '2026-10-01T09:45:00' }
  const anew = { ...cancelled, key: 'cancelled/5/2026-10-01T09:45:00' }

  const both = ['order.created', 'order.updated']
  const noCancellation = unmapped({ problem: 'not_reported', what: 'cancellation' })
  it.each<[string, object, Record<string, string>, string[] | undefined, object]>([
    ['a placed order is ignored by default', plain, created, undefined, notOn('order.created')],
    ['order.created reports a placed order', plain, created, ['order.created'], { commands: [placed] }],
    ['order.created ignores an update', gone, topicHeader, ['order.created'], notOn('order.updated')],
    ['both report an update once', gone, topicHeader, both, { commands: [refunded] }],
    ['a cancelled order is ignored by default', ended, topicHeader, undefined, notOn('order.cancelled')],
    ['order.cancelled reports a cancelled order', gone, topicHeader, ['order.cancelled'], { commands: [cancelled] }],
    ['one that was cancelled before is another fact', again, topicHeader, ['order.cancelled'], { commands: [anew] }],
    ['order.cancelled reports one created as such', gone, created, ['order.cancelled'], { commands: [cancelled] }],
    ['order.cancelled ignores other updates', plain, topicHeader, ['order.cancelled'], noCancellation],
    [
      'order.cancelled beside order.updated reports refunds as well',
      gone,
      topicHeader,
      ['order.updated', 'order.cancelled'],
      { commands: [refunded, cancelled] },
    ],
    ['an unknown topic adds nothing', gone, topicHeader, ['order.updated', 'constructor'], { commands: [refunded] }],
  ])('%s', (_title, body, headers, on, expected) => {
    expect(ask(body, headers, on)).toEqual(expected)
  })
})
