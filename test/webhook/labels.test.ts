import { expect, it } from 'vitest'
import { type ConfigInput, defineConfig } from '../../lib/config/config.ts'
import { sourceOfKind } from '../../lib/sources/registry.ts'
import type { Source } from '../../lib/sources/source.ts'
import { receiveWebhook } from '../../lib/webhook/receive-webhook.ts'
import { createMemoryInbox, type MemoryInbox } from '../memory/memory-stores.ts'
import { createChance } from '../simulation/random.ts'
import { signed } from '../sources/deliveries.ts'

const secret = 'the secret of this shop'
const nowMs = Date.parse('2026-03-02T09:00:00Z')
const order = { id: 5_550_001, name: '#1001', order_number: 1001 }
const shopify: ConfigInput = { sources: { 'shop-eu': { kind: 'shopify' } } }
const woocommerce = (more = {}): ConfigInput => ({ sources: { 'shop-eu': { kind: 'woocommerce', ...more } } })

function createShop(input: ConfigInput, overrides: Partial<MemoryInbox> = {}) {
  let ids = 0
  const written: string[] = []
  const memory = createMemoryInbox({ newId: () => `id-${++ids}` })
  const inbox: MemoryInbox = {
    ...memory,
    accept: async (event) => {
      written.push('event')
      return await memory.accept(event)
    },
    learnLabel: async (shop, learnt) => {
      written.push('label')
      await memory.learnLabel(shop, learnt)
    },
    learnLines: async (shop, learnt) => {
      written.push('lines')
      await memory.learnLines(shop, learnt)
    },
    ...overrides,
  }
  const config = defineConfig(input)
  const dependencies = {
    ...{ config, inbox, readSecrets: async () => ({ 'shop-eu': [secret] }), now: () => nowMs },
    sleep: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        // Time passes ten times as fast.
        const timer = setTimeout(resolve, ms / 10)
        signal.addEventListener('abort', () => {
          clearTimeout(timer)
          reject(signal.reason)
        })
      }),
    log: { info: () => {}, warn: () => {}, error: () => {} },
    ...{ hintMs: 120_000, bodyLimit: 1_000_000, answerWithinMs: 1_000 },
  }
  const source = sourceOfKind(config.sources['shop-eu']?.kind ?? '') as Source
  const send = async (topic: string, body: unknown, signedWith = secret, headers: Record<string, string> = {}) => {
    const from = signed(source, { name: 'shop-eu', body: JSON.stringify(body), secret: signedWith, topic, nowMs })
    Object.assign(from.headers, headers)
    const { statusCode, body: answer } = await receiveWebhook(dependencies, 'shops', from)
    return { status: statusCode, answer: JSON.parse(answer ?? 'null') }
  }
  const events = async () => (await memory.list({ limit: 100 })).events.map(({ id }) => id)
  return { inbox, send, written, events }
}

const ignored = { status: 200, answer: { status: 'ignored' } }

it('a new order teaches its label and makes no event', async () => {
  const shop = createShop(shopify)
  expect(await shop.send('orders/create', order)).toEqual(ignored)
  expect(await shop.inbox.numbersOfLabel('shop-eu', '#1001')).toEqual(['5550001'])
  expect([await shop.events(), shop.written]).toEqual([[], ['label']])
})

const line = (id: number | string, more: object = {}) => ({ id, sku: 'MUG', name: 'Mug - Blue', title: 'Mug', ...more })
const mug = { sku: 'MUG', name: 'Mug - Blue' }

it.each([
  ['SKU and name', [line(11), line(12, { sku: ' ' })], { 11: mug, 12: { name: 'Mug - Blue' } }],
  ['its title where it has no name', [line(11, { name: null })], { 11: { sku: 'MUG', name: 'Mug' } }],
  [
    'the exact id, also where the number is damaged',
    [line(1.2e25, { admin_graphql_api_id: 'gid://shopify/LineItem/19923468255538000001' })],
    { '19923468255538000001': mug },
  ],
  ['nothing of a line that says nothing', [{ id: 11 }, null, 'odd', line('x')], {}],
  ['no text that is too long to be kept whole', [line(11, { name: 'x'.repeat(201) })], { 11: { sku: 'MUG' } }],
])('an order teaches of its lines %s', async (_title, line_items, lines) => {
  const shop = createShop(shopify)
  expect(await shop.send('orders/updated', { ...order, line_items })).toEqual(ignored)
  expect(await shop.inbox.linesOf('shop-eu', '5550001')).toEqual(lines)
  expect(shop.written).toEqual(['label', 'lines'])
})

it('an order without a usable label teaches nothing, makes no event and costs no write', async () => {
  const shop = createShop(shopify)
  expect(await shop.send('orders/updated', { ...order, name: {}, order_number: [] })).toEqual(ignored)
  expect([await shop.events(), shop.written]).toEqual([[], []])
})

it('a delivery that is not genuine teaches nothing', async () => {
  const shop = createShop(shopify)
  expect((await shop.send('orders/create', order, 'another secret')).status).toBe(401)
  expect(shop.written).toEqual([])
})

it('every other delivery costs what it did before', async () => {
  const shop = createShop(shopify)
  expect((await shop.send('refunds/create', { id: 1, order_id: 2 })).answer).toMatchObject({ status: 'accepted' })
  expect(shop.written).toEqual(['event'])
})

it('an update with a refund is an event and teaches the label behind it', async () => {
  const shop = createShop(woocommerce())
  const update = { id: 727, number: '727', refunds: [{ id: 9 }] }
  expect((await shop.send('order.updated', update)).answer).toMatchObject({ status: 'accepted' })
  expect(shop.written).toEqual(['event', 'label'])
  expect((await shop.send('order.updated', update)).answer).toMatchObject({ status: 'duplicate' })
  expect(await shop.inbox.numbersOfLabel('shop-eu', '727')).toEqual(['727'])
})

it.each([
  ['no event unless `on` asks for one', woocommerce(), 0],
  ['an event where `on` asks for it', woocommerce({ on: ['order.created'] }), 1],
  ['an event where a translation of its own may act on it', woocommerce({ translate: () => [] }), 1],
])('a new order of WooCommerce is %s', async (_title, config, count) => {
  const shop = createShop(config)
  expect((await shop.send('order.created', { id: 727, number: '727' })).status).toBe(200)
  expect(await shop.events()).toHaveLength(count)
  expect(await shop.inbox.numbersOfLabel('shop-eu', '727')).toEqual(['727'])
})

it.each([
  ['cannot be stored', () => Promise.reject(new Error('the table is away'))],
  ['is not stored in time', () => new Promise<void>(() => {})],
])('a label that %s is asked for again', async (_title, learnLabel) => {
  const shop = createShop(shopify, { learnLabel })
  expect((await shop.send('orders/create', order)).status).toBe(503)
  const woo = createShop(woocommerce(), { learnLabel })
  const update = { id: 727, number: '727', refunds: [{ id: 9 }] }
  expect((await woo.send('order.updated', update)).status).toBe(503)
  // This sender never repeats a delivery: its event is stored all the same.
  expect(await woo.events()).toHaveLength(1)
})

it('a delivery whose event cannot be stored teaches nothing before the sender repeats it', async () => {
  const shop = createShop(woocommerce(), { accept: () => Promise.reject(new Error('the table is away')) })
  expect((await shop.send('order.updated', { id: 727, refunds: [{ id: 9 }] })).status).toBe(503)
  expect(shop.written).toEqual([])
})

it.each([1, 2, 3, 4])('what was answered with 200 is kept once, whatever the table does (seed %i)', async (seed) => {
  const chance = createChance(seed)
  const memory = createMemoryInbox({ newId: () => String(chance.next()) })
  /** A write may fail, or succeed without an answer. */
  async function inWeather<T>(write: () => Promise<T>): Promise<T> {
    const weather = chance.pick(['fair', 'fails', 'no answer'])
    if (weather === 'fails') throw new Error('the table is away')
    const answer = await write()
    if (weather === 'no answer') throw new Error('the answer is lost')
    return answer
  }
  const shop = createShop(woocommerce(), {
    accept: (event) => inWeather(() => memory.accept(event)),
    learnLabel: (name, learnt) => inWeather(() => memory.learnLabel(name, learnt)),
  })
  for (let id = 700; id < 720; id += 1) {
    const hasRefund = chance.hits(0.5)
    const update = { id, number: `WC-${id}`, refunds: hasRefund ? [{ id: 9_000 + id }] : [] }
    const before = (await memory.list({ limit: 100 })).events.length
    let tries = 0
    while ((await shop.send('order.updated', update)).status !== 200) expect(++tries).toBeLessThan(200)
    expect(await memory.numbersOfLabel('shop-eu', `wc-${id}`)).toEqual([`WC-${id}`])
    expect((await memory.list({ limit: 100 })).events).toHaveLength(before + Number(hasRefund))
  }
})
