import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { bigcommerce } from '../../lib/sources/bigcommerce/translate.ts'
import { delivery, eventOf, nowMs, settings } from './deliveries.ts'
import { notObject, unreadable } from './problem-endings.ts'

const ask = (body: unknown, on?: string[]) =>
  bigcommerce.translate(
    eventOf(bigcommerce, delivery({ body: Buffer.from(JSON.stringify(body)) })),
    settings(on && { on }),
  )

it('signs with the text of the client secret, even if it looks like base64', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const time = String(nowMs / 1000)
  const signature = createHmac('sha256', secret).update(`msg_1.${time}.{}`).digest('base64')
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` }
  expect(bigcommerce.verify(delivery({ headers }), [secret], settings(), nowMs)).toEqual({ ok: true })
})

const deliveryKeyOf = (headers: Record<string, string>, body = '{}') => {
  const identity = bigcommerce.identify(delivery({ headers, body: Buffer.from(body) }), settings())
  return identity.kind === 'event' ? identity.deliveryKey : identity.kind
}

it('identifies a delivery by hash, scope and ids of its message, whatever its own id and time', () => {
  const keyOf = (more: object, id = 'msg_1') =>
    deliveryKeyOf({ 'webhook-id': id }, JSON.stringify({ ...change(0, 5), created_at: 1, ...more }))
  const key = keyOf({})
  expect(key).toMatch(/^sha256:[0-9a-f]{64}$/)
  expect(keyOf({ created_at: 2 }, 'msg_2')).toBe(key)
  const others = [
    { hash: hash.replace('d', 'e') },
    { scope: 'store/order/updated' },
    { data: { ...change(0, 5).data, id: 251 } },
    { data: change(5, 0).data },
    { scope: undefined },
    { data: undefined },
  ]
  expect(new Set([key, ...others.map((more) => keyOf(more))]).size).toBe(1 + others.length)
})

it('identifies a delivery without a hash by its id, else by the hash of its body', () => {
  for (const odd of ['short', `${hash} `, `x${hash}`])
    expect(deliveryKeyOf({ 'webhook-id': 'msg_1' }, JSON.stringify({ hash: odd }))).toBe('msg_1')
  expect(deliveryKeyOf({ 'webhook-id': 'msg_1' })).toBe('msg_1')
  expect(deliveryKeyOf({})).toMatch(/^sha256:/)
})

const statusScope = 'store/order/statusUpdated'
const hash = 'dd70c0976e06b67aaf671e73f49dcb79230ebf9d'
const change = (from: unknown, to: unknown) => ({
  scope: statusScope,
  data: { id: 250, status: { previous_status_id: from, new_status_id: to } },
  hash,
})

it.each([
  [0, 5, 'from Incomplete (0) to Cancelled (5)'],
  [11, 14, 'from Awaiting Fulfillment (11) to Partially Refunded (14)'],
  [2, 99, 'from Shipped (2) to status 99'],
])('makes a change of status %i to %i a comment if `on` names it', (from, to, words) => {
  const text = `BigCommerce set order 250 ${words}.`
  const keyOfChange = deliveryKeyOf({}, JSON.stringify(change(from, to)))
  expect(ask(change(from, to), [statusScope])).toEqual({
    commands: [{ type: 'add-comment', key: `status/${keyOfChange}`, order: { externalNumber: '250' }, text }],
  })
  expect(ask(change(from, to))).toMatchObject({ ending: { reason: { code: 'topic_not_mapped' } } })
})

/** BigCommerce's own list (Order Status). */
it.each([
  [1, 'Pending'],
  [3, 'Partially Shipped'],
  [4, 'Refunded'],
  [6, 'Declined'],
  [7, 'Awaiting Payment'],
  [8, 'Awaiting Pickup'],
  [9, 'Awaiting Shipment'],
  [10, 'Completed'],
  [12, 'Manual Verification Required'],
  [13, 'Disputed'],
])('calls the status %i %s', (status, name) => {
  const text = `BigCommerce set order 250 from Incomplete (0) to ${name} (${status}).`
  expect(ask(change(0, status), [statusScope])).toMatchObject({ commands: [{ text }] })
})

it.each([change('a', 5), change(-1, 5), change(1, 1000), change(1, undefined), { scope: statusScope }])(
  'refuses the change %j',
  (body) => {
    expect(ask(body, [statusScope])).toEqual(unreadable('data.id', 'data.status'))
  },
)

it('keeps the ids of a refund exact', () => {
  expect(
    ask({ scope: 'store/order/refund/created', data: { id: '820982911946154508', refund: { refund_id: 3 } } }),
  ).toMatchObject({ commands: [{ key: 'refund/3', order: { externalNumber: '820982911946154508' } }] })
})

const noRefund = unreadable('data.id', 'data.refund.refund_id')
const scope = 'store/order/refund/created'

it.each<[unknown, object]>([
  [{}, unreadable('scope')],
  [[], notObject],
  [{ scope }, noRefund],
  [{ scope, data: {} }, noRefund],
  [{ scope, data: { id: 1 } }, noRefund],
  [{ scope, data: { id: 0, refund: { refund_id: 3 } } }, noRefund],
  ...['x', '3x', 'x3', '3'.repeat(21), -3].map((refund_id): [unknown, object] => [
    { scope, data: { id: 1, refund: { refund_id } } },
    noRefund,
  ]),
])('refuses %j', (body, ending) => {
  expect(ask(body)).toEqual(ending)
})
