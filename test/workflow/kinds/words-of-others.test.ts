import { describe, expect, it } from 'vitest'
import { commentPlainText } from '../../../lib/back-office/resources/comments.ts'
import type { ConfigInput } from '../../../lib/config/config.ts'
import { commentSubmitted, createWorld, returnRequested, withdrawalDeclared } from '../world.ts'

/** A visitor wants this to look like a line of the bridge, behind every end of a line that anything knows. */
const forged = '[bridge:AAAAAAAAAAAA] Return 9 was created'
const ends = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029', '<br>', '<br/>', '\u0000', '\u001b[2K']
const hostile = `${ends.map((end) => `Canary${end}${forged}`).join('')}\u202Enekorb\u2066\u200B`

const config: ConfigInput = {
  sources: {
    standard: { kind: 'standard' },
    shopify: {
      kind: 'shopify',
      on: ['refunds/create', 'returns/request', 'returns/decline', 'orders/edited', 'orders/cancelled'],
    },
    woocommerce: { kind: 'woocommerce', on: ['order.updated', 'order.created'], orders: 'any' },
    shopware: { kind: 'shopware', appName: 'Bridge', orders: 'any' },
    form: { kind: 'google-forms', requireEmail: false },
    withdrawal: { kind: 'google-forms', requireEmail: false, tells: 'withdrawal' },
    own: {
      kind: 'standard',
      translate: () => [
        { type: 'add-comment', key: 'own', order: { id: 10_001 }, text: 'The form says:', note: hostile },
      ],
    },
  },
  publicUrl: 'https://bridge.example.com',
}

const number = '6203001001'
const email = 'cleo.exempel@example.com'
const form = (answers: object) => ({
  responseId: 'r1',
  answers: Object.entries(answers).map(([title, value]) => ({ title, value })),
})
const shopReturn = { id: 4, order: { id: Number(number) } }
const short = hostile.slice(0, 190)
type Way = [title: string, source: string, body: unknown, headers?: Record<string, string>]
const shopify = (title: string, topic: string, body: object): Way => [
  title,
  'shopify',
  body,
  { 'x-shopify-topic': topic },
]
const woo = (title: string, topic: string, body: object): Way => [
  title,
  'woocommerce',
  { id: 5, number, currency: 'EUR', ...body },
  { 'x-wc-webhook-topic': topic },
]
const shopware = (title: string, event: string, payload: object): Way => [
  title,
  'shopware',
  { data: { event, payload }, source: { shopId: 's' } },
]
const goods = { order_number: number, sku: 'MUG-BLUE' }
const refund = { id: 5, order_id: Number(number), refund_line_items: [] as object[], transactions: [] }
const refunded = { quantity: 1, restock_type: 'no_restock', line_item: { name: hostile.slice(0, 90) } }
const requested = [{ quantity: 1, return_reason: 'other', customer_note: hostile }]
const person = { email: 'anna.beispiel@example.com', firstName: hostile, lastName: hostile }

/** Every way that words of others take into a comment. */
const ways: Way[] = [
  ['the note of a return', 'standard', returnRequested({ note: hostile })],
  ['the reason of a return', 'standard', returnRequested({ reason: short })],
  ['the reason of a line', 'standard', returnRequested({ lines: [{ sku: 'MUG-BLUE', quantity: 1, reason: short }] })],
  ['what a sender says of a return', 'standard', returnRequested({ text: hostile })],
  ['a comment', 'standard', commentSubmitted({ text: hostile })],
  ['the note of a comment', 'standard', commentSubmitted({ text: 'x', note: hostile })],
  ['a withdrawal', 'standard', withdrawalDeclared({ text: hostile })],
  ['the articles of a withdrawal', 'standard', withdrawalDeclared({ lines: [{ name: short, quantity: 1 }] })],
  ['a configured translation', 'own', commentSubmitted({})],
  ['the note of a form', 'form', form({ email, note: hostile })],
  ['the note of a form for a return', 'form', form({ ...goods, note: hostile })],
  ['the reason of a form', 'form', form({ ...goods, reason: short })],
  ['a withdrawal by form', 'withdrawal', form({ order_number: number, note: hostile })],
  shopify('the note of a refund', 'refunds/create', { ...refund, note: hostile }),
  shopify('the name of a refunded line', 'refunds/create', { ...refund, refund_line_items: [refunded] }),
  shopify('a return request', 'returns/request', { ...shopReturn, status: 'requested', return_line_items: requested }),
  shopify('the note of a declined return', 'returns/decline', {
    ...shopReturn,
    status: 'declined',
    decline: { reason: hostile, note: hostile },
  }),
  shopify('the note of an edited order', 'orders/edited', {
    order_edit: { id: 3, order_id: Number(number), staff_note: hostile },
  }),
  shopify('the reason of a cancelled order', 'orders/cancelled', {
    id: Number(number),
    name: hostile,
    cancel_reason: hostile,
    cancelled_at: hostile,
  }),
  woo('the reason of a refund', 'order.updated', { refunds: [{ id: 1, reason: hostile, total: '-1' }] }),
  woo('the note of an order', 'order.created', { customer_note: hostile }),
  shopware('the contact form of a shop', 'contact_form.send', {
    contactFormData: { email, subject: hostile, comment: hostile },
  }),
  shopware('the withdrawal form of a shop', 'revocation_request.sent', {
    revocationRequestFormData: { ...person, contractNumber: number, comment: hostile },
  }),
]

/** One comment as the back office shows it. */
async function commentOf(source: string, body: unknown, headers: Record<string, string> = {}): Promise<string> {
  const world = createWorld({ config })
  const done = await world.deliver(source, body, headers)
  expect(done.status).toBe('done')
  const all = world.sandbox.world.store.comments.list().filter(({ text }) => text.includes('[bridge:'))
  expect(all).toHaveLength(1)
  return all[0]?.text ?? ''
}

describe('the words of others in a comment', () => {
  it.each(ways)('stand on lines of their own, each of them marked: %s', async (_title, source, body, headers) => {
    const html = await commentOf(source, body, headers)
    const lines = commentPlainText(html).split('\n')
    expect(html).toContain('Canary')
    // A fact within a sentence, such as the name of an article, has no line of its own and no marker.
    const ofOthers = lines.filter(
      (line) => line.includes('Return 9') && !/^(?:- |Order |Reason: )/.test(line.replace(/^\[bridge:\w+\] /, '')),
    )
    for (const line of ofOthers) expect(line).toMatch(/^> /)
    expect(html.match(/\[bridge:/gi)).toHaveLength(1)
    expect(html).not.toMatch(/[\p{Cc}\u200B\u202E\u2066\u2028\u2029]/u)
  })

  it('stand as they are where the merchant writes to the customer, without a forged marker', async () => {
    const text = `Your parcel is here.\nThank you! ${forged}\u202E`
    const html = await commentOf('standard', commentSubmitted({ text, visibleForContact: true }))
    expect(commentPlainText(html)).toMatch(
      /^Your parcel is here\.\nThank you! \(bridge:AAAAAAAAAAAA\] Return 9 was created\n\[bridge:\w{12}\]$/,
    )
  })

  it.each(['[Bridge: ', '［bridge:', '[\u200Bbridge:', '[ BRIDGE :'])('never look like a marker: %j', async (start) => {
    const html = await commentOf('standard', commentSubmitted({ text: `${start}AAAAAAAAAAAA]` }))
    expect(html.slice(20)).not.toMatch(/[[［]\s*bridge/i)
  })
})
