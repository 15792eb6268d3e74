import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sourceKinds, sourceOfKind } from '../../lib/sources/registry.ts'
import type { Source, SourceSettings } from '../../lib/sources/source.ts'
import { type Sample, samples } from '../../local/samples/index.ts'
import { eventOf, nowMs, settings, signed } from './deliveries.ts'
import { notOn, unknownTopic, unmapped } from './problem-endings.ts'

const folder = join(import.meta.dirname, '../../local/samples')
const publicUrl = 'https://bridge.example.com'

const secrets: Record<string, string> = {
  standard: 'whsec_ZGVtbyBzZWNyZXQgb2YgdGhlIHN0YW5kYXJkIHNvdXJjZQ==',
  'google-forms': 'whsec_ZGVtbyBzZWNyZXQgb2YgdGhlIEdvb2dsZSBGb3JtcyBzb3VyY2U=',
  jotform: 'a-long-token-for-the-jotform-source',
  fillout: 'a-long-token-for-the-fillout-source',
  'gravity-forms': 'a-long-token-for-gravity-forms',
}
const secretOf = (kind: string) => secrets[kind] ?? `secret of ${kind}`

const anna = 'anna.beispiel@example.com'
const ben = 'ben.muster@example.com'
const cleo = 'cleo.exempel@example.com'
const dana = 'dana.probe@example.com'

const byForm = (kind: string, email: string, note: string, key: unknown) => ({
  commands: [
    {
      type: 'add-comment',
      key,
      order: { email },
      email,
      text: `The customer wrote in the form ${kind}:`,
      note,
    },
  ],
})
const aReturn = (key: unknown, externalNumber: string, lines: unknown, more: object = {}) => ({
  commands: [{ type: 'create-return', key, order: { externalNumber }, lines, ...more }],
})
const aComment = (key: unknown, externalNumber: string, text: string, more: object = {}) => ({
  commands: [{ type: 'add-comment', key, order: { externalNumber }, text, ...more }],
})
const aWithdrawal = (key: unknown, externalNumber: string, more: object) => ({
  commands: [{ type: 'declare-withdrawal', key, order: { externalNumber }, ...more }],
})
const hash = expect.stringMatching(/^sha256:[0-9a-f]{64}$/)

const expected: Record<string, Record<string, unknown>> = {
  standard: {
    return: aReturn('msg_1', '302-1234567-1234567', [{ sku: 'LAMP-7', quantity: 1, reason: 'defective' }], {
      email: ben,
      note: 'The lamp flickers.',
    }),
    comment: aComment('msg_1', '302-1234567-1234567', 'Reported by standard:', {
      note: 'The customer asks for a call before the parcel is collected.',
    }),
    withdrawal: aWithdrawal('msg_1', '302-1234567-1234567', {
      lines: 'all',
      declaredAt: '2026-10-01T09:35:41Z',
      text: 'I withdraw from the contract.',
    }),
  },
  typeform: {
    return: aReturn('typeform-demo-return-1', '302-1234567-1234567', [{ sku: 'BULB-W', quantity: 1 }], {
      email: ben,
      reason: 'damaged',
      note: 'One of the bulbs arrived broken.',
    }),
    comment: byForm('typeform', ben, 'Please send the invoice again.', 'typeform-demo-comment-1'),
  },
  tally: {
    return: aReturn('demoR1', '6203001001', [{ sku: 'TEAPOT-W', quantity: 1 }], { email: anna, reason: 'wrong item' }),
    comment: byForm('tally', cleo, 'When will the set arrive?', 'demoR2'),
  },
  jotform: {
    return: aReturn('6295760960429640001', 'B-143-0003', [{ sku: 'GLOVES-M', quantity: 2 }], {
      email: cleo,
      reason: 'wrong item',
      note: 'They said "size L" on the page.\r\nThese are M.',
    }),
    comment: byForm('jotform', ben, 'Does the lamp take LED bulbs?', '6295760960429640002'),
  },
  fillout: {
    return: aReturn('fillout-demo-return-1', 'F-14-0008', [{ sku: 'CHAIR-F', quantity: 1 }], { email: dana }),
    comment: byForm('fillout', ben, 'Is there a spare bulb for the lamp?', 'fillout-demo-comment-1'),
  },
  'gravity-forms': {
    return: aReturn('4711', 'B-160-0009', [{ sku: 'GLOVES-M', quantity: 3 }], {
      email: dana,
      reason: 'defective',
      note: 'The seams come apart.',
    }),
    comment: byForm('gravity-forms', cleo, 'Please call me back.', '4712'),
  },
  formspree: {
    return: aReturn(hash, 'NL-152-0010', [{ sku: 'LAMP-7', quantity: 1 }], {
      email: dana,
      reason: 'damaged',
      note: 'The shade has a crack.',
    }),
    comment: byForm('formspree', ben, 'Can the parcel go to my neighbour?', hash),
  },
  hubspot: {
    return: aReturn(hash, 'D-177-0011', [{ sku: 'GLOVES-M', quantity: 1 }], { email: dana, reason: 'wrong item' }),
    comment: byForm('hubspot', cleo, 'The gloves are a size too small.', hash),
  },
  'google-forms': {
    return: aReturn('google-demo-return-1', 'B-143-0014', [{ sku: 'TEAPOT-W', quantity: 1 }], {
      email: 'gast.einmal@example.com',
      reason: 'defective',
      note: 'The lid does not fit.',
    }),
    comment: byForm('google-forms', cleo, 'Is the set sold without the stools?', 'google-demo-comment-1'),
  },
  shopify: {
    refund: aReturn('refund/929361462', '6203001001', [{ sku: 'MUG-BLUE', name: 'Mug, blue', quantity: 1 }], {
      text: [
        'Shopify refund 929361462 on order 6203001001.',
        '- 1 x Mug, blue (MUG-BLUE), return, 12.50 EUR',
        'Paid back: 12.50 EUR.',
        'Note:',
        '> Chipped rim',
      ].join('\n'),
    }),
    'refund-without-return': aComment(
      'refund/929361463',
      '6203001001',
      [
        'Shopify refund 929361463 on order 6203001001: no line was restocked as a return.',
        '- 1 x Teapot, white (TEAPOT-W), no_restock, 5.00 EUR',
        'Paid back: 5.00 EUR.',
        'Note:',
        '> Goodwill for the late delivery',
      ].join('\n'),
    ),
    cancelled: aComment(
      'cancelled/6203001001',
      '6203001001',
      'Order #1001 was cancelled in the shop at 2026-10-01T12:00:00+02:00. Reason: the customer changed or cancelled the order.',
    ),
    created: unknownTopic('orders/create'),
    edited: notOn('orders/edited'),
    'return-requested': aComment(
      'return/945000001/request',
      '6203001001',
      'Shopify return #1001-R1 was requested by the customer.\nLines: 1.\n- 1 x size too small\n> Too small for tea',
    ),
    'return-approved': aComment(
      'return/945000001/approve',
      '6203001001',
      'Shopify return #1001-R1 was approved.\nLines: 1.',
    ),
    'return-closed': notOn('returns/close'),
  },
  woocommerce: {
    refund: aComment('refund/726', '6203001012', 'WooCommerce refund 726 on order 6203001012: 13.80 EUR. Reason:', {
      note: 'Two bulbs too many',
    }),
    update: unmapped({ problem: 'not_reported', what: 'refund' }),
    created: notOn('order.created'),
    cancelled: notOn('order.cancelled'),
    withdrawn: aWithdrawal('withdrawn/6203001012', '6203001012', { lines: 'all' }),
  },
  shopware: {
    returned: aReturn('returned/0195a000demo4000800000000000cafe', 'TWIN-77', 'all'),
    'returned-partially': aComment(
      'returned_partially/0195a000demo400080000000000000e2',
      'TWIN-77',
      'Shopware reports that order TWIN-77 was returned in part. It does not say which lines: create the return by hand.',
    ),
    refunded: notOn('state_enter.order_transaction.state.refunded'),
    cancelled: notOn('state_enter.order.state.cancelled'),
    contact: {
      commands: [
        {
          type: 'add-comment',
          key: 'contact/0195a000demo400080000000000000e3',
          order: { email: cleo },
          text: "The customer wrote in the shop's contact form:",
          note: 'Assembly\nWhich screws belong to the stools?',
        },
      ],
    },
    withdrawal: aWithdrawal('revocation/0195a000demo400080000000000000e6', '302-1234567-1234567', {
      email: ben,
      requireEmail: true,
      declaredAt: '2026-10-01T09:35:41.000Z',
      text: '(Ben Muster)\nI withdraw from the contract.',
    }),
  },
  bigcommerce: {
    refund: aComment(
      'refund/3',
      '6203001013',
      'BigCommerce reports refund 3 on order 6203001013. Its lines and amount are in the shop.',
    ),
    status: notOn('store/order/statusUpdated'),
    created: unknownTopic('store/order/created'),
  },
}

const all = Object.entries(samples).flatMap(([kind, named]) =>
  Object.entries(named).map(([name, sample]) => ({ title: `${kind} ${name}`, kind, name, sample })),
)

const added = 'The order was edited in the shop (Shopify edit 78912328): 1 piece added, 0 pieces removed. Note:'
const placed = 'WooCommerce order 6203001012 was placed in the shop. The customer wrote:'
const refunded = 'Shopware reports that a payment of order TWIN-77 was refunded.'
const moved = 'BigCommerce set order 6203001013 from Awaiting Fulfillment (11) to Cancelled (5).'
const [shopifyOrder, wooOrder, bigOrder] = ['6203001001', '6203001012', '6203001013']
const note = 'Please leave the parcel with the neighbours.'
const status = expect.stringMatching(/^status\/sha256:[0-9a-f]{64}$/)
const enter = 'state_enter.order'
const shopwareEvent = '0195a000demo400080000000000000'
/** The comments of samples whose topic a source acts on only if `on` names it. */
const onRequest: [kind: string, name: string, on: string, expected: unknown][] = [
  [
    ...(['shopify', 'edited', 'orders/edited'] as const),
    aComment('edited/78912328', shopifyOrder, added, { note: 'Second mug added by phone' }),
  ],
  [
    ...(['shopify', 'return-closed', 'returns/close'] as const),
    aComment('return/945000001/close', shopifyOrder, 'Shopify return 945000001 was closed.'),
  ],
  ['woocommerce', 'created', 'order.created', aComment(`created/${wooOrder}`, wooOrder, placed, { note })],
  [
    ...(['woocommerce', 'cancelled', 'order.cancelled'] as const),
    aComment(`cancelled/${wooOrder}`, wooOrder, `WooCommerce order ${wooOrder} was cancelled in the shop.`),
  ],
  [
    ...(['shopware', 'refunded', `${enter}_transaction.state.refunded`] as const),
    aComment(`refunded/${shopwareEvent}e4`, 'TWIN-77', refunded),
  ],
  [
    ...(['shopware', 'cancelled', `${enter}.state.cancelled`] as const),
    aComment(`cancelled/${shopwareEvent}e5`, 'TWIN-77', 'Shopware reports that order TWIN-77 was cancelled.'),
  ],
  ['bigcommerce', 'status', 'store/order/statusUpdated', aComment(status, bigOrder, moved)],
]

it.each(onRequest)('the sample %s %s becomes commands if `on` names %s', (kind, name, on, meaning) => {
  const source = sourceOfKind(kind) as Source
  const sample = samples[kind]?.[name] as Sample
  const from = signed(source, { body: readFileSync(join(folder, sample.file)), secret: secretOf(kind), ...sample })
  expect(source.translate(eventOf(source, from), settings({ on: [on] }))).toEqual(meaning)
})

describe.each(all)('the sample $title', ({ kind, name, sample }) => {
  const source = sourceOfKind(kind) as Source
  const secret = secretOf(kind)
  const from = signed(source, { body: readFileSync(join(folder, sample.file)), secret, publicUrl, ...sample })
  const context: SourceSettings = settings({ publicUrl })

  it('verifies as signed by its sender', () => {
    expect(from.headers['content-type']).toBe(sample.contentType)
    expect(source.verify(from, [secret], context, nowMs)).toEqual({ ok: true })
  })

  it('has one delivery key on every retry, and stores only the headers that its translation needs', () => {
    const later = signed(source, { body: from.body, secret, publicUrl, ...sample, nowMs: nowMs + 3_600_000 })
    expect(source.identify(later, context)).toEqual(source.identify(from, context))
    const identity = source.identify(from, context)
    const stored = identity.kind === 'event' ? Object.keys(identity.headers) : []
    const needed = ['x-shopify-topic', 'x-shopify-test', 'x-wc-webhook-topic', 'content-type']
    expect(stored.filter((header) => !needed.includes(header))).toEqual([])
  })

  it('becomes commands without undefined fields', () => {
    const translation = source.translate(eventOf(source, from), context)
    expect(JSON.parse(JSON.stringify(translation))).toStrictEqual(translation)
  })

  it('becomes what the table says', () => {
    expect(source.translate(eventOf(source, from), context)).toEqual(expected[kind]?.[name])
  })

  it('is an event, or tells a label alone, as its entry says', () => {
    expect(source.labels?.(from, context)?.isEvent === false).toBe(sample.onlyLabel === true)
  })

  it('is ignored if `on` names other topics, unless it is a withdrawal', () => {
    const event = eventOf(source, from)
    const translation = source.translate(event, { ...context, on: ['something/else'] })
    const isDeclared = 'withdrawal,withdrawn'.split(',').includes(name)
    expect(source.isWithdrawal?.(event) ?? false).toBe(isDeclared)
    if (isDeclared) return expect(translation).toEqual(expected[kind]?.[name])
    expect(translation).toMatchObject({ ending: { status: 'ignored', reason: { code: 'topic_not_mapped' } } })
  })
})

it('there is a sample of every kind of sender, and no file without an entry', () => {
  expect(Object.keys(samples).sort()).toEqual([...sourceKinds].sort())
  const files = Object.values(samples).flatMap((named) => Object.values(named).map((sample) => sample.file))
  const present = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  expect(present.filter((file) => /\.(json|txt)$/.test(file)).sort()).toEqual(files.sort())
})
