import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sourceKinds } from '../../lib/sources/registry.ts'
import type { LabelDelivery, SourceSettings } from '../../lib/sources/source.ts'
import { anyText } from './any-text.ts'
import { delivery, settings } from './deliveries.ts'
import { kindOf as source } from './hooks.ts'

const told = (kind: string, body: unknown, headers = {}, more: Partial<SourceSettings> = {}) => {
  const raw = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  return source(kind).labels?.(delivery({ body: raw, headers }), settings(more))
}
const learnt = (names: string[], externalNumber: string, isEvent = false): LabelDelivery => ({
  label: { names: names as [string], externalNumber },
  isEvent,
})
const nothing = { isEvent: false, label: undefined }

describe('Shopify tells', () => {
  const order = { id: 5_550_001, name: '#1001', order_number: 1001 }
  const topic = (name: string, more = {}) => ({ 'x-shopify-topic': name, ...more })
  const of = (body: unknown, name = 'orders/create') => told('shopify', body, topic(name))

  it.each(['orders/create', 'orders/updated'])('name and number of an order by %s, and no event', (name) => {
    expect(of(order, name)).toEqual(learnt(['#1001', '1001'], '5550001'))
  })

  it.each(['refunds/create', 'orders/cancelled', 'orders/paid', '', 'orders/create '])('nothing by %j', (name) => {
    expect(of(order, name)).toBeUndefined()
  })

  it('the exact id of an order beyond 2^53', () => {
    const gid = 'gid://shopify/Order/820982911946154508'
    expect(of({ ...order, id: 820_982_911_946_154_500, admin_graphql_api_id: gid })?.label?.externalNumber).toBe(
      '820982911946154508',
    )
    expect(of('{"id": 820982911946154508, "name": "#1001", "order_number": 1001}')).toEqual(
      learnt(['#1001', '1001'], '820982911946154508'),
    )
  })

  it.each([
    ['a name of an odd type', { ...order, name: { a: 1 } }, learnt(['1001'], '5550001')],
    [
      'no number',
      { ...order, order_number: undefined, admin_graphql_api_id: 'gid://shopify/Order/5550001' },
      learnt(['#1001'], '5550001'),
    ],
    ['nothing that says that it is an order', { ...order, order_number: undefined }, nothing],
    ['a number beside the order that it belongs to', { ...order, order_id: 9 }, nothing],
    ['neither name nor number', { id: 5_550_001 }, nothing],
    ['an id of an odd type', { ...order, id: ['5550001'] }, nothing],
    ['a negative id', { ...order, id: -1 }, nothing],
    ['no id', { ...order, id: undefined }, nothing],
    ['a name without a letter or digit', { id: 1, name: '# ' }, nothing],
    ['a name that takes a page', { id: 1, name: 'x'.repeat(200) }, nothing],
    ['a name with a line end', { id: 1, name: 'a\nb' }, nothing],
    ['half a character', { id: 1, name: 'a\ud83d' }, nothing],
    ['another resource that says so', { ...order, admin_graphql_api_id: 'gid://shopify/DraftOrder/5550001' }, nothing],
    ['a list', [order], nothing],
    ['no JSON', 'name=#1001', nothing],
  ])('only what it can tell: %s', (_title, body, expected) => {
    expect(of(body)).toEqual(expected)
  })

  it('nothing by a test notification: its order is invented', () => {
    expect(told('shopify', order, topic('orders/create', { 'x-shopify-test': 'true' }))).toEqual(nothing)
  })

  it('by the headers that its signature selects, and no others', () => {
    const event = { 'shopify-hmac-sha256': 'x', 'shopify-topic': 'orders/create' }
    expect(told('shopify', order, event)).toEqual(learnt(['#1001', '1001'], '5550001'))
    expect(told('shopify', order, { ...event, 'shopify-test': 'true' })).toEqual(nothing)
    // Otherwise a header that does not count would take a refund for a label and store nothing.
    expect(
      told('shopify', order, { ...event, ...topic('orders/create'), 'shopify-topic': 'refunds/create' }),
    ).toBeUndefined()
  })
})

describe('WooCommerce tells', () => {
  const order = { id: 727, number: 'WC-1001', status: 'processing', refunds: [] }
  const of = (body: unknown, topic = 'order.updated', on?: string[]) =>
    told('woocommerce', body, { 'x-wc-webhook-topic': topic }, on ? { on } : {})

  it.each(['order.created', 'order.updated'])('the number of an order by %s, and no event', (topic) => {
    expect(of(order, topic)).toEqual(learnt(['WC-1001'], 'WC-1001'))
    for (const number of [undefined, null, '']) expect(of({ ...order, number }, topic)).toEqual(learnt(['727'], '727'))
  })

  it('the number beside an event: a refund, and what `on` asks for', () => {
    expect(of({ ...order, refunds: [{ id: 9 }] })).toEqual(learnt(['WC-1001'], 'WC-1001', true))
    expect(of(order, 'order.created', ['order.created'])).toEqual(learnt(['WC-1001'], 'WC-1001', true))
    expect(of({ ...order, status: 'cancelled' }, 'order.updated', ['order.cancelled'])?.isEvent).toBe(true)
    expect(of({ ...order, refunds: [{ id: 9 }] }, 'order.updated', ['order.created'])?.isEvent).toBe(false)
  })

  it('nothing, beside an event that fails, by an update that cannot be read', () => {
    expect(of('{')).toEqual({ isEvent: true, label: undefined })
    expect(of({ ...order, refunds: 'none' })).toMatchObject({ isEvent: true })
  })

  it.each(['product.updated', 'coupon.created', 'action.woocommerce_order_refunded', ''])('nothing by %j', (topic) => {
    expect(of(order, topic)).toBeUndefined()
  })

  it.each([{ number: 1001 }, { number: { a: 1 } }, { number: true }, { number: 10.5 }])('what it can: %j', (odd) => {
    const { number } = odd
    expect(of({ ...order, number }, 'order.created')?.label).toEqual(
      number === 1001 ? learnt(['1001'], '1001').label : undefined,
    )
  })
})

describe('Shopware tells', () => {
  const message = (event: string, payload: unknown) => ({ data: { event, payload }, source: { shopId: 's' } })
  const order = { order: { id: 'abc', orderNumber: '10042' } }

  it('the number of an order that was placed, and no event', () => {
    expect(told('shopware', message('checkout.order.placed', order))).toEqual(learnt(['10042'], '10042'))
  })

  it('the number beside an event that is about an order', () => {
    const event = 'state_enter.order_delivery.state.returned'
    expect(told('shopware', message(event, order))).toEqual(learnt(['10042'], '10042', true))
  })

  it.each([
    ['contact_form.send', order, undefined],
    ['product.written', [{}], undefined],
    ['checkout.order.placed', [order], nothing],
    ['checkout.order.placed', { order: { orderNumber: {} } }, nothing],
  ])('only what it can tell by %s', (event, payload, expected) => {
    expect(told('shopware', message(event, payload))).toEqual(expected)
  })
})

it.each(sourceKinds.filter((kind) => !['shopify', 'woocommerce', 'shopware'].includes(kind)))('%s has none', (kind) => {
  expect(source(kind).labels).toBeUndefined()
})

it.each(['shopify', 'woocommerce', 'shopware'])('%s never throws, and tells nothing that cannot be a label', (kind) => {
  const value = fc.oneof(anyText, fc.double(), fc.integer(), fc.constant(null), fc.array(anyText), fc.boolean())
  const names = ['id', 'name', 'order_number', 'number', 'admin_graphql_api_id', 'refunds', 'status', 'orderNumber']
  const flat = fc.dictionary(fc.constantFrom(...names), value)
  const body = fc.oneof(
    flat,
    flat.map((order) => ({ data: { event: 'checkout.order.placed', payload: { order } } })),
    fc.json(),
  )
  const topics = fc.constantFrom('orders/create', 'order.updated', 'order.created')
  fc.assert(
    fc.property(body, topics, (given, topic) => {
      const label = told(kind, given, { 'x-shopify-topic': topic, 'x-wc-webhook-topic': topic })?.label
      if (!label) return
      for (const text of [...label.names, label.externalNumber]) {
        if (!/^[^\p{C}]{1,100}$/u.test(text) || !/[\p{L}\p{N}]/u.test(text)) expect.fail(JSON.stringify(label))
      }
    }),
    { numRuns: 500 },
  )
})
