import { describe, expect, it } from 'vitest'
import { sendcloud } from '../../lib/sources/sendcloud/translate.ts'
import type { SourceSettings } from '../../lib/sources/source.ts'
import { delivery, eventOf, nowMs, settings } from './deliveries.ts'
import { notObject, onlyCommand, unknownTopic, unreadable } from './problem-endings.ts'

const toDelivery = (body: unknown, headers = {}) => delivery({ body: Buffer.from(JSON.stringify(body)), headers })
const created = (data: unknown) => ({ action: 'return_created', timestamp: 1, data })
const ask = (body: unknown, more: Partial<SourceSettings> = {}) =>
  sendcloud.translate(eventOf(sendcloud, toDelivery(body), { translate: true }), settings(more))

describe('the proof', () => {
  /** The example of sendcloud.dev/api/v2/webhooks; its shape is that of return-created. */
  const body = Buffer.from('{"key": "value"}')
  const signature = '1eed4b3d41f4653ac64fd56f1bf1cbfd349e4482cbc11dff7134bd93e5da4b0a'
  const verify = (given: Buffer, header: string, secret = 'secretkey') =>
    sendcloud.verify(delivery({ body: given, headers: { 'sendcloud-signature': header } }), [secret], settings(), nowMs)

  it('is the one that Sendcloud publishes, over the bytes', () => {
    expect(verify(body, signature)).toEqual({ ok: true })
    expect(verify(Buffer.from('{"key":"value"}'), signature).ok).toBe(false)
    expect(verify(body, signature.replace('1eed', '0eed')).ok).toBe(false)
    expect(verify(body, signature, 'secretkez').ok).toBe(false)
  })
})

describe('identity', () => {
  const identityOf = (body: unknown, more: Partial<SourceSettings> = {}) =>
    sendcloud.identify(toDelivery(body), settings(more))

  it('is the return, whenever it is sent', () => {
    const key = { kind: 'event', deliveryKey: '42', headers: {} }
    expect(identityOf(created({ id: 42 }))).toEqual(key)
    expect(identityOf({ ...created({ id: '42' }), timestamp: 2 })).toEqual(key)
  })

  it('of what cannot be read is the hash of its body', () => {
    for (const body of [created({}), created(null), {}, { action: 7 }])
      expect(identityOf(body)).toMatchObject({ deliveryKey: expect.stringMatching(/^sha256:/) })
  })

  it('makes no event of the status of a parcel, unless the configuration translates', () => {
    const changed = { action: 'parcel_status_changed', parcel: { id: 42 } }
    expect(identityOf(changed)).toEqual({ kind: 'ping' })
    expect(identityOf(changed, { translate: () => [] })).toMatchObject({ kind: 'event' })
    expect(ask(changed)).toEqual(unknownTopic('parcel_status_changed'))
  })
})

describe('return_created', () => {
  const about = { id: 42, order_number: '#1001' }
  const order = { externalNumber: '#1001' }
  const said = 'Sendcloud return 42 on order #1001.'
  const ofLines = (items: unknown, more: object = {}) => ask(created({ ...about, items, ...more }))
  const made = { type: 'create-return', key: 'return/42', order, parcel: 'return/42' }

  it.each([
    ['an SKU', { sku: 'A-1', quantity: 2 }, { sku: 'A-1', quantity: 2 }],
    ['SKU and description', { sku: 7, description: ' Mug ', quantity: '1' }, { sku: '7', name: 'Mug', quantity: 1 }],
    ['a description', { description: 'Mug', quantity: 1, sku: '' }, { name: 'Mug', quantity: 1 }],
    ['a description too long', { sku: 'A', description: 'x'.repeat(501), quantity: 1 }, { sku: 'A', quantity: 1 }],
    [
      'a reason',
      { sku: 'A', quantity: 1, return_reason_id: 3, hs_code: '1' },
      { sku: 'A', quantity: 1, reason: 'Sendcloud 3' },
    ],
  ])('names a line by %s', (_title, item, line) => {
    expect(ofLines([item, { sku: 'B', quantity: 0 }])).toEqual({ commands: [{ ...made, lines: [line], text: said }] })
  })

  it('says which lines cannot be read beside the others, and what the customer asks for', () => {
    const items = [{ sku: 'A', quantity: 1 }, null, 'x', { sku: 'B' }, { quantity: 1 }, { sku: 'C', quantity: -1 }]
    expect(onlyCommand(ofLines(items, { refund_type: 'exchange\nnow', return_reason_id: '12' }))).toEqual({
      ...{ ...made, lines: [{ sku: 'A', quantity: 1 }], reason: 'Sendcloud 12' },
      text: `${said}\nThe customer asks for: exchange now.\nLines that cannot be read: 5. See Sendcloud.`,
    })
  })

  it.each([undefined, null, [], 'x', [{ sku: 'A', quantity: 0 }]])('is a comment without an article: %j', (items) => {
    const text = `${said}\nIt does not say which articles: create the return by hand.`
    expect(ofLines(items)).toEqual({ commands: [{ type: 'add-comment', key: 'return/42', order, text }] })
  })

  it("makes no return with returns: 'never', and can be linked to one", () => {
    const body = created({ ...about, items: [{ sku: 'A', quantity: 1 }] })
    expect(ask(body, { returns: 'never' })).toMatchObject({ commands: [{ ...made, mayMake: false }] })
    expect(ask(body, { returns: 'approved' })).toEqual(ask(body))
  })

  it.each([{}, null, [], { id: 42 }, { order_number: '1' }, { ...about, order_number: ' ' }, { ...about, id: null }])(
    'refuses %j',
    (data) => {
      expect(ask(created(data))).toEqual(unreadable('data.id', 'data.order_number'))
    },
  )

  it('refuses what has no action', () => {
    expect(ask({})).toEqual(unreadable('action'))
    expect(ask([])).toEqual(notObject)
  })
})
