import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Translation } from '../../lib/sources/source.ts'
import { samples } from '../../local/samples/index.ts'
import { settings, signed } from './deliveries.ts'
import { createHooks, secretFor, kindOf as source } from './hooks.ts'
import { invalid } from './problem-endings.ts'

/**
 * The topic of two shops is not signed: whoever has seen a delivery can send its bytes under any. Here every sample is, and what the signed
 * body does not say is never reported.
 */

const folder = join(import.meta.dirname, '../../local/samples')
const bytesOf = (kind: string, name: string): Buffer => readFileSync(join(folder, samples[kind]?.[name]?.file ?? name))

async function send(kind: string, topic: string, body: Buffer | object) {
  const on = source(kind).topics ?? []
  const config = { sources: { [kind]: { kind, on: [...on] } } }
  const hooks = createHooks({ secrets: { [kind]: [secretFor(kind)] }, config })
  const raw = body instanceof Buffer ? body : Buffer.from(JSON.stringify(body))
  const { status, body: answer } = await hooks.send(
    'shops',
    signed(source(kind), { body: raw, secret: secretFor(kind), topic }),
  )
  expect(status).toBe(200)
  const event = answer.id === undefined ? undefined : await hooks.inbox.get(answer.id)
  const from = event?.delivery && { id: answer.id, source: kind, receivedAt: 0, ...event.delivery }
  const translation: Translation | undefined = from && source(kind).translate(from, settings({ on }))
  return { answer, translation, numbersOf: (label: string) => hooks.inbox.numbersOfLabel(kind, label) }
}

const shopifyTopics = (source('shopify').topics ?? []).filter((topic) => topic !== 'returns/process')

/** A return that is further than its topic says: the message may have been written later. Never one that is not so far. */
const laterThan: Record<string, string[]> = {
  'returns/request': ['returns/approve', 'returns/decline', 'returns/cancel'],
  'returns/approve': ['returns/decline', 'returns/cancel'],
  'returns/reopen': ['returns/approve', 'returns/close'],
}

describe.each(Object.entries(samples.shopify ?? {}))('the bytes of Shopify’s sample %s', (name, { topic: own }) => {
  it.each(shopifyTopics)('under %s', async (topic) => {
    const { translation } = await send('shopify', topic, bytesOf('shopify', name))
    if (topic === own || (own && laterThan[topic]?.includes(own))) return expect(translation).toHaveProperty('commands')
    expect(translation).toMatchObject({ ending: { status: 'failed', reason: { code: 'payload_invalid' } } })
  })

  it.each(['orders/create', 'orders/updated'])('under %s teach a label only if they are an order', async (topic) => {
    const { answer, numbersOf } = await send('shopify', topic, bytesOf('shopify', name))
    expect(answer).toEqual({ status: 'ignored' })
    const isOrder = own === 'orders/create' || own === 'orders/cancelled'
    expect(await numbersOf('#1001')).toEqual(isOrder ? ['6203001001'] : [])
    expect(await numbersOf('#1001-R1')).toEqual([])
  })
})

describe('Shopify: the event of a body that does not fit names the topic and the field', () => {
  const gid = (type: string) => ({ admin_graphql_api_id: `gid://shopify/${type}/4` })
  it.each<[string, object, string]>([
    ['orders/cancelled', { id: 4 }, 'cancelled_at'],
    ['orders/cancelled', { id: 4, cancelled_at: null }, 'cancelled_at'],
    ['orders/cancelled', { id: 4, cancelled_at: ' ' }, 'cancelled_at'],
    ['orders/cancelled', { id: 4, cancelled_at: '2026-10-01', ...gid('DraftOrder') }, 'admin_graphql_api_id'],
    ['refunds/create', { id: 4, order_id: 7 }, 'refund_line_items'],
    ['refunds/create', { id: 4, order_id: 7, refund_line_items: [], ...gid('Return') }, 'admin_graphql_api_id'],
    ['refunds/create', { id: 4, order_id: 7, ...gid('Fulfillment') }, 'admin_graphql_api_id'],
    ['returns/request', { id: 4, order: { id: 7 } }, 'status'],
    ['returns/request', { id: 4, order: { id: 7 }, status: 'unknown' }, 'status'],
    ['returns/approve', { id: 4, order: { id: 7 }, status: 'requested' }, 'status'],
    ['returns/approve', { id: 4, order_id: 7, status: 'open' }, 'status'],
    ['returns/request', { id: 4, order_id: 7, status: 'closed' }, 'status'],
    ['returns/reopen', { id: 4, order_id: 7, status: 'canceled' }, 'status'],
    ['returns/close', { id: 4, order_id: 7, status: 'open' }, 'status'],
    ['returns/request', { id: 4, order: { id: 7 }, status: ['requested'] }, 'status'],
    ['returns/approve', { id: 4, order: { id: 7 }, status: 'open', ...gid('DraftOrder') }, 'admin_graphql_api_id'],
    ['returns/update', { ...gid('Return'), status: 'open', return_line_items: {} }, 'return_line_items'],
    ['returns/update', { ...gid('Order'), return_line_items: { removals: [] } }, 'admin_graphql_api_id'],
    ['reverse_deliveries/attach_deliverable', { id: 9, return: { id: 4 } }, 'shipping_deliverable'],
    ['order_transactions/create', { id: 9, order_id: 7, kind: 'refund', status: 'success' }, 'kind'],
    ['returns/decline', { id: 4, order: { id: 7 }, status: 'requested' }, 'status'],
  ])('%s %j', async (topic, body, field) => {
    expect((await send('shopify', topic, body)).translation).toEqual(invalid({ problem: 'not_of_topic', topic, field }))
  })

  it.each([
    ['refunds/create', { id: 4, order_id: 7, ...gid('Refund') }],
    ['returns/cancel', { id: 4, order_id: 7, status: 'cancelled' }],
    ['returns/approve', { id: 4, order: { id: 7 }, status: 'OPEN', ...gid('Return') }],
    ['returns/approve', { id: 4, order: { id: 7 }, status: 'declined' }],
    ['returns/reopen', { id: 4, order_id: 7, status: 'open' }],
    ['returns/approve', { id: 4, order: { id: 7 }, status: 'closed' }],
    ['returns/request', { id: 4, order: { id: 7 }, status: 'open' }],
    ['returns/request', { id: 4, order: { id: 7 }, status: 'declined' }],
  ])('and one that fits is reported: %s %j', async (topic, body) => {
    expect((await send('shopify', topic, body)).translation).toHaveProperty('commands')
  })
})

/** As in WooCommerce's REST API documentation, shortened. */
const resources: Record<string, object> = {
  product: { id: 794, name: 'Premium', slug: 'premium', type: 'simple', status: 'publish', sku: '', meta_data: [] },
  'product that claims to be withdrawn': { id: 794, name: 'Premium', status: 'withdrawn' },
  coupon: { id: 719, code: '10off', amount: '10.00', status: 'publish', discount_type: 'percent', meta_data: [] },
  customer: { id: 25, email: 'anna@example.com', username: 'anna', role: 'customer', billing: {}, meta_data: [] },
  'deleted order': { id: 727 },
  subscription: { id: 728, number: '728', order_key: 'wc_1', status: 'active', billing_period: 'week', line_items: [] },
}

describe.each(Object.entries(resources))('the bytes of WooCommerce’s %s', (_name, body) => {
  it.each(['order.updated', 'order.created'])('under %s are a failed event that names the topic', async (topic) => {
    const { translation, numbersOf } = await send('woocommerce', topic, body)
    expect(translation).toEqual(invalid({ problem: 'not_of_topic', topic, field: 'order_key' }))
    for (const id of ['794', '719', '25', '727', '728']) expect(await numbersOf(id)).toEqual([])
  })
})

it('a delivery of Shopify that is to come is not taken for a duplicate of what came under its id', async () => {
  const hooks = createHooks({ secrets: { shopify: [secretFor('shopify')] } })
  const given = { secret: secretFor('shopify'), id: 'd7b6e710-846c', topic: 'refunds/create' }
  const refund = signed(source('shopify'), { ...given, body: bytesOf('shopify', 'refund') })
  const seen = [
    { ...refund, headers: { ...refund.headers, 'x-shopify-topic': 'orders/paid' } },
    { ...refund, headers: { ...refund.headers, 'x-shopify-topic': 'orders/cancelled' } },
    { ...refund, headers: { ...refund.headers, 'x-shopify-test': 'true' } },
    signed(source('shopify'), { ...given, body: bytesOf('shopify', 'refund-without-return') }),
  ]
  for (const each of seen) expect((await hooks.send('shops', each)).body.status).toBe('accepted')
  expect((await hooks.send('shops', refund)).body.status).toBe('accepted')
  expect((await hooks.send('shops', refund)).body.status).toBe('duplicate')
})
