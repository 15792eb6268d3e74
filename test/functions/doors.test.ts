import { createHmac } from 'node:crypto'
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { toHttpApiEvent } from '../../local/http-api-event.ts'
import { type Aws, startAws } from './aws.ts'
import { environment, invoke, load } from './invoke.ts'

/** The deployed function of the shops, as somebody without a secret meets it. */

const secrets = { shopware: ['the app secret of the manifest'], shopify: ['the client secret'] }
let aws: Aws
beforeAll(async () => {
  aws = await startAws()
})
beforeEach(() => {
  for (const [name, value] of Object.entries({ ...environment, ...aws.variables })) vi.stubEnv(name, value)
  aws.setSecret('sources', secrets)
})
afterEach(() => {
  vi.unstubAllEnvs()
  aws.clear()
})
afterAll(async () => await aws.close())

type Given = { method?: string; headers?: Record<string, string>; body?: string | Buffer }

async function send(target: string, { method = 'POST', headers = {}, body = '' }: Given) {
  const rawHeaders = Object.entries({ 'content-type': 'application/json', ...headers }).flat()
  const request = { method, target, rawHeaders, body: Buffer.from(body), sourceIp: '203.0.113.7' }
  const event = toHttpApiEvent(request, 'shops', { id: 'request-1', nowMs: Date.now() })
  const before = aws.toTables().length
  const reply = (await invoke(await load('shop-webhook'), event)) as APIGatewayProxyStructuredResultV2
  return { status: reply.statusCode, bytes: reply.body, writes: aws.toTables().length - before }
}

const hex = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex')
const refused = {
  status: 401,
  bytes: '{"error":{"code":"unauthorized","message":"The delivery could not be verified."}}',
  writes: 0,
}

it('a registration of Shopware, seen in a log, signs no event; its answer does', async () => {
  const query = `shop-id=KIPf0Fz6BUkN&shop-url=https%3A%2F%2Fshop.example.com&timestamp=${Math.floor(Date.now() / 1000)}`
  const signature = hex('the app secret of the manifest', query)
  const headers = { 'shopware-app-signature': signature }
  const registered = await send(`/shops/shopware/register?${query}`, { method: 'GET', headers })
  const { secret, proof } = JSON.parse(registered.bytes ?? '{}')
  expect(registered).toMatchObject({ status: 200, writes: 0 })

  const event = (shopId: string, key: string) => {
    const order = { id: 'a', orderNumber: '10023', deliveries: [{}] }
    const data = { event: 'state_enter.order_delivery.state.returned', payload: { order } }
    const body = JSON.stringify({ data, source: { shopId, eventId: 'e1' } })
    return send('/shops/shopware', { headers: { 'shopware-shop-signature': hex(key, body) }, body })
  }
  expect(await event(query, signature)).toEqual(refused)
  expect(await event('KIPf0Fz6BUkN', signature)).toEqual(refused)
  expect(await event('KIPf0Fz6BUkNhttps://shop.example.comBackofficeBridge', proof)).toEqual(refused)
  expect(await event('KIPf0Fz6BUkN', hex('the app secret of the manifest', 'KIPf0Fz6BUkN'))).toEqual(refused)
  expect(await event('KIPf0Fz6BUkN', secret)).toMatchObject({ status: 200, writes: 2 })

  const later = Math.floor(Date.now() / 1000) - 3_600
  const old = query.replace(/\d+$/, String(later))
  const again = { 'shopware-app-signature': hex('the app secret of the manifest', old) }
  expect(await send(`/shops/shopware/register?${old}`, { method: 'GET', headers: again })).toEqual(refused)
})

it('a checkout of Shopify is no label of an order, under whatever topic', async () => {
  const body = JSON.stringify({
    id: 901_414_060,
    token: 'bd5a8aa1ecd019dd3520ff791ee3a24c',
    name: '#901414060',
    order_id: null,
  })
  const headers = {
    'x-shopify-hmac-sha256': createHmac('sha256', 'the client secret').update(body).digest('base64'),
    'x-shopify-webhook-id': 'd1',
    'x-shopify-topic': 'orders/create',
  }
  const ignored = { status: 200, bytes: '{"status":"ignored"}', writes: 0 }
  expect(await send('/shops/shopify', { headers, body })).toEqual(ignored)
})
