import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { bigcommerce } from '../../lib/sources/bigcommerce.ts'
import { delivery, eventOf, nowMs, settings } from './deliveries.ts'

const ask = (body: unknown) =>
  bigcommerce.translate(eventOf(bigcommerce, delivery({ body: Buffer.from(JSON.stringify(body)) })), settings())

it('keys the signature with the text of the client secret, also where that looks like base64', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const time = String(nowMs / 1000)
  const signature = createHmac('sha256', secret).update(`msg_1.${time}.{}`).digest('base64')
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` }
  expect(bigcommerce.verify(delivery({ headers }), [secret], settings(), nowMs)).toEqual({ ok: true })
})

it('identifies a delivery by its id, else by its bytes', () => {
  const keyOf = (headers: Record<string, string>) => {
    const identity = bigcommerce.identify(delivery({ headers }), settings())
    return identity.kind === 'event' && identity.key
  }
  expect(keyOf({ 'webhook-id': 'msg_1' })).toBe('msg_1')
  expect(keyOf({})).toMatch(/^sha256:/)
})

it('keeps the ids of a refund exact', () => {
  expect(
    ask({ scope: 'store/order/refund/created', data: { id: '820982911946154508', refund: { refund_id: 3 } } }),
  ).toMatchObject({
    commands: [{ wish: 'refund/3', order: { externalNumber: '820982911946154508' } }],
  })
})

const noScope = 'The body is not an object with `scope`.'
const noRefund = 'The refund has no readable `data.id` or `data.refund.refund_id`.'
const scope = 'store/order/refund/created'

it.each<[unknown, string]>([
  [{}, noScope],
  [[], noScope],
  [{ scope }, noRefund],
  [{ scope, data: {} }, noRefund],
  [{ scope, data: { id: 1 } }, noRefund],
  [{ scope, data: { id: 0, refund: { refund_id: 3 } } }, noRefund],
  [{ scope, data: { id: 1, refund: { refund_id: 'x' } } }, noRefund],
])('refuses %j', (body, text) => {
  expect(ask(body)).toEqual({ ending: { status: 'failed', reason: { code: 'payload_invalid', text } } })
})
