import { describe, expect, it } from 'vitest'
import { standard } from '../../lib/sources/standard/translate.ts'
import { delivery, eventOf, nowMs, settings, signed } from './deliveries.ts'
import { invalid, notJson, notObject, unknownTopic, unreadable } from './problem-endings.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const translate = (body: unknown, on?: string[]) =>
  standard.translate(
    eventOf(standard, signed(standard, { body: JSON.stringify(body), secret })),
    settings(on ? { on } : {}),
  )
const invalidFields = (of: 'return' | 'comment', fields: string[]) => invalid({ problem: 'invalid_fields', of, fields })

const toSvix = (headers: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.replace(/^webhook-/, 'svix-'), value]))

describe('header families', () => {
  const from = signed(standard, { body: '{}', secret, id: 'msg_a' })

  it('verifies and identifies under svix-* names', () => {
    const svix = { ...from, headers: toSvix(from.headers) }
    expect(standard.verify(svix, [secret], settings(), nowMs)).toEqual({ ok: true })
    expect(standard.identify(svix, settings())).toEqual({ kind: 'event', deliveryKey: 'msg_a', headers: {} })
  })

  it('ignores an unsigned webhook-id beside signed svix-* headers', () => {
    const mixed = { ...from, headers: { ...toSvix(from.headers), 'webhook-id': 'msg_b', 'webhook-timestamp': '1' } }
    expect(standard.verify(mixed, [secret], settings(), nowMs)).toEqual({ ok: true })
    expect(standard.identify(mixed, settings())).toMatchObject({ deliveryKey: 'msg_a' })
  })

  it('refuses a signature with the headers of one family over the id of the other', () => {
    const { 'webhook-id': id, ...rest } = from.headers
    const mixed = { ...from, headers: { ...rest, 'svix-id': id } }
    expect(standard.verify(mixed, [secret], settings(), nowMs).ok).toBe(false)
  })

  it('reads only webhook-* if both families are signed', () => {
    const both = { ...from, headers: { ...toSvix(from.headers), ...from.headers, 'webhook-signature': 'v1,wrong' } }
    expect(standard.verify(both, [secret], settings(), nowMs).ok).toBe(false)
  })

  it('identifies a body without an id by its hash', () => {
    const identity = standard.identify(delivery({ body: Buffer.from('x') }), settings())
    expect(identity).toMatchObject({ deliveryKey: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) })
  })
})

describe('messages', () => {
  const order = { id: 10001 }

  it('keeps every part of a return', () => {
    const data = {
      order: { email: 'a@example.com', label: '#1' },
      email: 'a@example.com',
      lines: [{ orderItemId: '30001', quantity: 1.5, reason: 'old' }],
      reason: 'damaged',
      note: 'Note',
    }
    expect(translate({ type: 'return.requested', data })).toEqual({
      commands: [
        { type: 'create-return', key: 'msg_1', ...data, lines: [{ orderItemId: 30001, quantity: 1.5, reason: 'old' }] },
      ],
    })
  })

  it('keeps every part of a comment', () => {
    const data = { order, email: 'a@example.com', text: 'Hello', visibleForContact: true }
    expect(translate({ type: 'comment.submitted', data })).toEqual({
      commands: [{ type: 'add-comment', key: 'msg_1', ...data }],
    })
  })

  it.each([
    [{ order, lines: [] }, 'lines'],
    [{ order, lines: 'some' }, 'lines'],
    [{ order }, 'lines'],
    [{ lines: 'all' }, 'order'],
    [{ order: { id: 1, externalNumber: '2' }, lines: 'all' }, 'order'],
    [{ order, lines: [{ sku: 'A', quantity: 0 }] }, 'lines.0.quantity'],
    [{ order, lines: [{ sku: 'A', quantity: 1 }, { sku: 'B' }] }, 'lines'],
    [{ order, lines: 'all', note: 7 }, 'note'],
    [undefined, '(the whole)'],
  ])('refuses the return %j and names the field', (data, field) => {
    expect(translate({ type: 'return.requested', data })).toEqual(invalidFields('return', [field]))
  })

  it('names five fields at most', () => {
    const lines = Array.from({ length: 7 }, () => ({ sku: 'A', quantity: 0 }))
    const named = [0, 1, 2, 3, 4].map((at) => `lines.${at}.quantity`)
    expect(translate({ type: 'return.requested', data: { order, lines } })).toEqual(invalidFields('return', named))
  })

  it('refuses a comment without a text', () => {
    expect(translate({ type: 'comment.submitted', data: { order, text: ' ' } })).toEqual(
      invalidFields('comment', ['text']),
    )
  })

  it.each([
    [{ data: {} }, unreadable('type')],
    [[], notObject],
    ['text', notObject],
  ])('refuses the message %j', (body, ending) => {
    expect(translate(body)).toEqual(ending)
  })

  it.each([
    ['is not JSON', '{', notJson],
    ['is nested too deeply', `${'{"data":'.repeat(10_000)}1${'}'.repeat(10_000)}`, invalid({ problem: 'too_deep' })],
  ])('refuses a body that %s', (_what, body, ending) => {
    const event = eventOf(standard, signed(standard, { body, secret }))
    expect(standard.translate(event, settings())).toEqual(ending)
  })

  it.each([
    ['order.created', 'order.created'],
    ['constructor', 'constructor'],
    ['Ben Muster, ben@example.com', undefined],
  ])('ignores the type %j', (type, shown) => {
    expect(translate({ type, data: {} })).toEqual(unknownTopic(shown))
  })

  it('acts only on the types that `on` names', () => {
    const message = { type: 'comment.submitted', data: { order, text: 'Hello' } }
    expect(translate(message, ['comment.submitted'])).toHaveProperty('commands')
    expect(translate(message, ['return.requested'])).toMatchObject({ ending: { status: 'ignored' } })
  })
})
