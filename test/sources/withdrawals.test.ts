import { describe, expect, it } from 'vitest'
import { tally as service } from '../../lib/sources/forms/tally.ts'
import { createFormSource } from '../../lib/sources/shared/create-form-source.ts'
import { shopware } from '../../lib/sources/shopware/translate.ts'
import { woocommerce } from '../../lib/sources/woocommerce/translate.ts'
import { settings } from './deliveries.ts'
import { onlyCommand } from './problem-endings.ts'

const tally = createFormSource(service)

const eventOf = (body: unknown, headers: Record<string, string> = {}) => ({
  ...{ id: 'source/d1', source: 'source', receivedAt: Date.parse('2026-06-22T09:00:00Z'), headers },
  body: Buffer.from(JSON.stringify(body)),
})

describe("Shopware's withdrawal form", () => {
  const sent = (form: object) =>
    eventOf({ data: { event: 'revocation_request.sent', payload: { revocationRequestFormData: form } }, source: {} })
  const translated = (form: object) => shopware.translate(sent(form), { kind: 'shopware' })

  it('names the order by what the customer typed, and the e-mail must belong to it', () => {
    const form = { contractNumber: ' 10023 ', email: 'ben@example.com', submitTime: '2026-06-22T08:30:00+02:00' }
    expect(onlyCommand(translated(form))).toEqual({
      ...{ type: 'declare-withdrawal', key: 'revocation/d1', order: { externalNumber: '10023' }, lines: 'all' },
      ...{ email: 'ben@example.com', requireEmail: true, declaredAt: '2026-06-22T06:30:00.000Z' },
    })
  })

  it.each([
    ['a zone that is a name', { date: '2026-06-22 08:30:00.000000', timezone: 'Europe/Berlin' }, undefined],
    ['an offset', { date: '2026-06-22 08:30:00.000000', timezone: '+02:00' }, '2026-06-22T06:30:00.000Z'],
    ['no time', undefined, undefined],
    ['something else', 5, undefined],
  ])('counts from its receipt unless its own time is exact: %s', (_, submitTime, declaredAt) => {
    const translation = translated({ email: 'ben@example.com', submitTime })
    expect(translation).toMatchObject({ commands: [{ order: { email: 'ben@example.com' } }] })
    expect('commands' in translation && translation.commands[0]).toEqual(
      declaredAt === undefined
        ? expect.not.objectContaining({ declaredAt: expect.anything() })
        : expect.objectContaining({ declaredAt }),
    )
  })

  it.each([5, true, ['the lamp'], { text: 'the lamp' }])('is not about the whole order with %j', (comment) => {
    const translation = translated({ email: 'ben@example.com', comment })
    expect(translation).toMatchObject({ commands: [{ type: 'declare-withdrawal' }] })
    expect('commands' in translation && translation.commands[0]).not.toHaveProperty('lines')
  })

  it.each([undefined, null, '', ' '])('is about the whole order if its comment is %j', (comment) => {
    expect(translated({ email: 'ben@example.com', comment })).toMatchObject({ commands: [{ lines: 'all' }] })
  })

  it('without number and e-mail cannot be read, and is a withdrawal all the same', () => {
    expect(translated({ comment: 'I withdraw' })).toMatchObject({ ending: { reason: { code: 'payload_invalid' } } })
    expect(shopware.isWithdrawal?.(sent({}), settings())).toBe(true)
  })
})

describe('a WooCommerce order that is withdrawn from', () => {
  const updated = (order: object) =>
    eventOf({ id: 77, number: '#1077', ...order }, { 'x-wc-webhook-topic': 'order.updated' })
  const translated = (order: object, on?: string[]) =>
    woocommerce.translate(updated(order), { kind: 'woocommerce', ...(on && { on }) })

  it.each(['pending-wdraw', 'withdrawn'])('is a withdrawal in the status %s, once for both', (status) => {
    expect(translated({ status })).toMatchObject({ commands: [{ type: 'declare-withdrawal', key: 'withdrawn/77' }] })
    expect(translated({ status }, ['order.created'])).toMatchObject({ commands: [{ type: 'declare-withdrawal' }] })
    expect(woocommerce.isWithdrawal?.(updated({ status }), settings())).toBe(true)
  })

  it('does not say what comes back, unless the field of the button says that all does', () => {
    const asked = (value: unknown) => {
      const meta_data = [{ id: 1, key: '_is_full_withdrawal', value }]
      const translation = translated({ status: 'withdrawn', meta_data })
      return 'commands' in translation ? translation.commands[0] : undefined
    }
    expect(asked('yes')).toHaveProperty('lines', 'all')
    for (const value of ['no', 1, null]) expect(asked(value)).not.toHaveProperty('lines')
    const meta_data = [null, 'x', { key: '_is_full_withdrawal', value: 'yes' }]
    expect(translated({ status: 'withdrawn', meta_data })).toMatchObject({ commands: [{ lines: 'all' }] })
  })

  it('comes beside its refunds', () => {
    const { length } = (
      translated({ status: 'withdrawn', refunds: [{ id: 5, total: '-3.00' }] }) as { commands: object[] }
    ).commands
    expect(length).toBe(2)
  })

  it('is none in any other status', () => {
    expect(woocommerce.isWithdrawal?.(updated({ status: 'refunded' }), settings())).toBe(false)
  })
})

it('a form for withdrawals needs no note, and names lines where it has them', () => {
  const field = (key: string, value: string) => ({ key, label: key, type: 'INPUT_TEXT', value })
  const sent = (...fields: object[]) => eventOf({ eventType: 'FORM_RESPONSE', data: { submissionId: 'r-1', fields } })
  const settings = { kind: 'tally', tells: 'withdrawal' } as const
  const order = field('order_number', '10023')
  expect(tally.translate(sent(order), settings)).toMatchObject({
    commands: [{ type: 'declare-withdrawal', key: 'r-1', order: { externalNumber: '10023' }, lines: 'all' }],
  })
  expect(tally.translate(sent(order, field('sku', 'MUG')), settings)).toMatchObject({
    commands: [{ lines: [{ sku: 'MUG', quantity: 1 }] }],
  })
  const withWords = tally.translate(sent(order, field('note', 'Only the mug, please')), settings)
  expect('commands' in withWords && withWords.commands[0]).not.toHaveProperty('lines')
})

it.each([
  ['words that cannot be read', { key: 'note', label: 'note', value: { text: 'Only the mug' } }],
  ['words beside others that cannot be read', { key: 'reason', label: 'reason', value: [{ text: 'Only the mug' }] }],
  ['a quantity', { key: 'quantity', label: 'quantity', value: 1 }],
  ['a question without a name', { value: 'MUG' }],
  ['a question that is none', 'MUG'],
])('a form for withdrawals is not about the whole order with %s', (_title, odd) => {
  const order = { key: 'order_number', label: 'order_number', value: '10023' }
  const body = { eventType: 'FORM_RESPONSE', data: { submissionId: 'r-1', fields: [order, odd] } }
  const translation = tally.translate(eventOf(body), { kind: 'tally', tells: 'withdrawal' })
  expect(translation).toMatchObject({ commands: [{ type: 'declare-withdrawal' }] })
  expect('commands' in translation && translation.commands[0]).not.toHaveProperty('lines')
})
