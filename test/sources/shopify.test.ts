import { describe, expect, it } from 'vitest'
import type { DeclareWithdrawal } from '../../lib/commands.ts'
import { hashKey } from '../../lib/sources/shared/delivery-parts.ts'
import { shopify } from '../../lib/sources/shopify/translate.ts'
import type { SourceSettings } from '../../lib/sources/source.ts'
import { commandsOfWithdrawal } from '../../lib/workflow/translate/withdrawals.ts'
import { delivery, eventOf, nowMs, settings, signed } from './deliveries.ts'
import { notJson, notObject, onlyCommand, unmapped, unreadable } from './problem-endings.ts'

const byDefault = [
  ...['refunds/create', 'orders/cancelled', 'returns/request', 'returns/approve', 'returns/decline', 'returns/cancel'],
  ...['returns/update', 'reverse_deliveries/attach_deliverable', 'order_transactions/create'],
]
const onRequest = ['orders/edited', 'returns/close', 'returns/reopen']
const everyTopic = [...byDefault, 'returns/process', ...onRequest]
type More = { headers?: Record<string, string>; set?: Partial<SourceSettings> }
const sent = (topic: string, body: unknown, headers: Record<string, string> = {}) =>
  eventOf(
    shopify,
    delivery({
      body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
      headers: { 'x-shopify-topic': topic, ...headers },
    }),
  )
const ask = (topic: string, body: unknown, { headers, set }: More = {}) =>
  shopify.translate(sent(topic, body, headers), settings({ on: everyTopic, ...set }))
const textOf = (topic: string, body: unknown) => {
  const translation = ask(topic, body)
  if ('ending' in translation) return translation.ending.reason
  const [command] = translation.commands
  return command?.type === 'add-comment' ? command.text : command
}

describe('identity', () => {
  const deliveryKeyOf = (headers: Record<string, string>, text = '{}', of = settings()) => {
    const from = delivery({ headers: { 'x-shopify-topic': 'refunds/create', ...headers }, body: Buffer.from(text) })
    const identity = shopify.identify(from, of)
    return identity.kind === 'event' ? identity.deliveryKey : identity.kind
  }

  it.each([
    ['webhook id', { 'x-shopify-webhook-id': 'd7b6e710-846c' }],
    ['event id', { 'x-shopify-event-id': 'e1' }],
    ['mark of no test', { 'x-shopify-test': 'replay 7' }],
  ])('is of the bytes: an unsigned %s makes no other delivery of them', (_title, headers) => {
    expect(deliveryKeyOf({})).toMatch(/^sha256:[0-9a-f]{64}$/)
    expect(deliveryKeyOf(headers)).toBe(deliveryKeyOf({}))
  })

  it.each<[string, Record<string, string>, string]>([
    ['known topic', { 'x-shopify-topic': 'orders/cancelled' }, '{}'],
    ['topic, one that nobody knows', { 'x-shopify-topic': 'orders/paid' }, '{}'],
    ['mark of a test', { 'x-shopify-test': 'true' }, '{}'],
    ['body', {}, '{ }'],
  ])('is another one with another %s', (_title, more, text) => {
    expect(deliveryKeyOf(more, text)).not.toBe(deliveryKeyOf({}))
  })

  it('is one for all topics that nobody knows, unless a translate of the configuration may know them', () => {
    const keys = (of = settings()) =>
      new Set(['orders/paid', 'replay/7', ''].map((topic) => deliveryKeyOf({ 'x-shopify-topic': topic }, '{}', of)))
    expect([keys().size, keys({ ...settings(), translate: () => [] }).size]).toEqual([1, 3])
  })
})

it('signs like the shop, with a delivery id and a topic', () => {
  const input = { body: '{}', id: 'delivery-1', secret: 'secret' }
  const { headers, path } = signed(shopify, { ...input, topic: 'refunds/create' })
  expect(path).toBe('/shops/shopify')
  expect(headers).toMatchObject({ 'x-shopify-webhook-id': 'delivery-1', 'x-shopify-topic': 'refunds/create' })
  expect(signed(shopify, input).headers).not.toHaveProperty('x-shopify-topic')
})

describe('headers without X-, as Shopify sends them for its events', () => {
  const body = JSON.stringify({ id: 7, cancelled_at: '2026-10-01' })
  const signature = signed(shopify, { body, secret: 'right' }).headers['x-shopify-hmac-sha256']
  const event = (headers: Record<string, string | undefined>) => delivery({ body: Buffer.from(body), headers })
  const own = { 'shopify-hmac-sha256': signature, 'shopify-topic': 'orders/cancelled', 'shopify-webhook-id': 'd1' }
  const verified = (headers: Record<string, string | undefined>) =>
    shopify.verify(event(headers), ['other', 'right'], settings(), nowMs).ok

  it('are verified, identified and translated like the others', () => {
    expect(verified(own)).toBe(true)
    expect(eventOf(shopify, event(own)).id).toMatch(/^shopify\/sha256:/)
    expect(shopify.translate(eventOf(shopify, event(own)), settings())).toMatchObject({
      commands: [{ key: 'cancelled/7' }],
    })
  })

  it.each(['x', ''])('do not verify with the signature %j', (wrong) => {
    expect(verified({ ...own, 'shopify-hmac-sha256': wrong })).toBe(false)
  })

  it('decide, where a delivery has both signatures', () => {
    const both = { ...own, 'x-shopify-hmac-sha256': signature }
    expect(verified({ ...both, 'x-shopify-hmac-sha256': 'x' })).toBe(true)
    expect(verified({ ...both, 'shopify-hmac-sha256': 'x' })).toBe(false)
  })

  it('never mix with those of webhooks', () => {
    const others = { 'x-shopify-topic': 'refunds/create', 'x-shopify-webhook-id': 'd2', 'x-shopify-test': 'true' }
    expect(eventOf(shopify, event({ ...own, ...others }))).toMatchObject({
      id: eventOf(shopify, event(own)).id,
      headers: { 'x-shopify-topic': 'orders/cancelled' },
    })
    expect(eventOf(shopify, event({ 'shopify-hmac-sha256': signature, ...others })).headers).toEqual({})
    expect(eventOf(shopify, event({ ...own, 'shopify-hmac-sha256': undefined, ...others }))).toMatchObject({
      id: eventOf(shopify, event(others)).id,
      headers: { 'x-shopify-topic': 'refunds/create', 'x-shopify-test': 'true' },
    })
  })
})

describe('topics', () => {
  it('ignores a test delivery without reading its body', () => {
    expect(ask('refunds/create', 'no JSON', { headers: { 'x-shopify-test': 'true' } })).toEqual({
      ending: { status: 'ignored', reason: { code: 'test_delivery', sender: 'Shopify' } },
    })
  })

  const codeOf = (topic: string, on?: string[]) => {
    const from = delivery({ headers: { 'x-shopify-topic': topic } })
    const translation = shopify.translate(eventOf(shopify, from), settings(on && { on }))
    return 'ending' in translation ? translation.ending.reason.code : 'commands'
  }

  it.each(byDefault)('acts on %s by default', (topic) => {
    expect(codeOf(topic)).toBe('payload_invalid')
    expect(codeOf(topic, [topic])).toBe('payload_invalid')
  })

  it.each(onRequest)('acts on %s only if `on` names it', (topic) => {
    expect(codeOf(topic)).toBe('topic_not_mapped')
    expect(codeOf(topic, [topic])).toBe('payload_invalid')
  })

  it.each(['{', '[]', '"text"', 'null', ''])('refuses the body %j', (body) => {
    expect(ask('refunds/create', body)).toEqual(body === '{' || body === '' ? notJson : notObject)
  })
})

const line = (more: object = {}) => ({
  quantity: 1,
  restock_type: 'return',
  line_item: { sku: 'A', name: 'Article' },
  ...more,
})
const refund = (more: object = {}) => ({ id: 5, order_id: 7, refund_line_items: [line()], ...more })
const eur = (amount: unknown) => ({ shop_money: { amount, currency_code: 'EUR' } })

describe('refunds/create', () => {
  const linesOf = (...lines: object[]) => {
    const translation = ask('refunds/create', refund({ refund_line_items: lines }))
    const [command] = 'commands' in translation ? translation.commands : []
    return command?.type === 'create-return' ? command.lines : translation
  }

  const broken = (...lines: object[]) => refund({ refund_line_items: lines })

  it.each([
    [
      'prefers the global id to a number that somebody damaged',
      refund({ id: 890088186047892400, admin_graphql_api_id: 'gid://shopify/Refund/890088186047892319' }),
      '890088186047892319',
    ],
    ...['x gid://shopify/Refund/9', 'gid://shopify/Refund/x', 'gid:5', 5].map((admin_graphql_api_id) => {
      return [`reads the number if the global id is ${admin_graphql_api_id}`, refund({ admin_graphql_api_id }), '5']
    }),
  ])('%s', (_title, body, id) => {
    expect(ask('refunds/create', body)).toMatchObject({ commands: [{ key: `refund/${id}` }] })
  })

  it('keeps ids of more than 2^53 exact', () => {
    const [id, externalNumber] = ['890088186047892319', '820982911946154508']
    const body = JSON.stringify(refund()).replace('"id":5,"order_id":7', `"id":${id},"order_id":${externalNumber}`)
    expect(ask('refunds/create', body)).toMatchObject({
      commands: [{ type: 'create-return', key: `refund/${id}`, order: { externalNumber } }],
    })
  })

  it.each<[string, object[], object]>([
    [
      'only the lines that came back',
      [line(), ...['no_restock', 'cancel', 'legacy_restock', null].map((restock_type) => line({ restock_type }))],
      { sku: 'A', name: 'Article', quantity: 1 },
    ],
    [
      'no line of 0 pieces',
      [line({ quantity: 0 }), line({ quantity: 2 }), line({ quantity: -1 })],
      { sku: 'A', name: 'Article', quantity: 2 },
    ],
    ['the SKU of a line', [line({ line_item: { sku: ' B ', name: 'Name' } })], { sku: 'B', name: 'Name', quantity: 1 }],
    ...['', null, 5].map((sku): [string, object[], object] => [
      `the name of a line whose SKU is ${JSON.stringify(sku)}`,
      [line({ line_item: { sku, name: ' Name ' } })],
      { name: 'Name', quantity: 1 },
    ]),
    ['the restock type in capitals', [line({ restock_type: 'RETURN' })], { sku: 'A', name: 'Article', quantity: 1 }],
    ['the restock type with spaces', [line({ restock_type: ' Return ' })], { sku: 'A', name: 'Article', quantity: 1 }],
    ['a quantity that is text', [line({ quantity: ' 2 ' })], { sku: 'A', name: 'Article', quantity: 2 }],
  ])('returns %s', (_title, lines, expected) => {
    expect(linesOf(...lines)).toEqual([expected])
  })

  const byHand = 'Lines that came back but cannot be read: 1. Return them by hand.'

  it('says that a line of fewer than 0 pieces cannot be read, and never leaves it out', () => {
    const text = JSON.stringify(ask('refunds/create', broken(line(), line({ quantity: -1 }))))
    expect(text).toContain('- -1 x Article')
    expect(text).toContain(byHand)
  })

  it.each<[string, object]>([
    ['no article', line({ line_item: null })],
    ['neither SKU nor name', line({ line_item: { sku: ' ', name: '' } })],
    ['a SKU that is too long', line({ line_item: { sku: 's'.repeat(201), name: 'Article' } })],
    ['no quantity', line({ quantity: null })],
    ['an odd quantity', line({ quantity: 'two' })],
    ['too many pieces', line({ quantity: 9_999_999 })],
  ])('returns the other lines where one has %s, says so, and becomes a comment without others', (_title, odd) => {
    const translation = ask('refunds/create', broken(line(), odd))
    expect(translation).toMatchObject({
      commands: [{ type: 'create-return', lines: [{ sku: 'A', name: 'Article', quantity: 1 }] }],
    })
    expect(JSON.stringify(translation)).toContain(byHand)
    const text = textOf('refunds/create', broken(odd, line({ restock_type: 'cancel' })))
    expect(text).toMatch(/^Shopify refund 5 on order 7\.\n/)
    expect(text).toContain(`\n${byHand}`)
  })

  it.each([
    refund({ id: null }),
    ...[null, 'x', '7x', 'x7', '7'.repeat(26), -7, 7.5].map((order_id) => refund({ order_id })),
    {},
  ])('refuses %j', (body) => {
    expect(ask('refunds/create', body)).toEqual(unreadable('id', 'order_id'))
  })

  it('reads a refund with invalid optional parts', () => {
    const body = refund({ note: 5, transactions: 'x', refund_line_items: [line({ subtotal_set: 5 })] })
    expect(onlyCommand(ask('refunds/create', body))).toEqual({
      type: 'create-return',
      key: 'refund/5',
      order: { externalNumber: '7' },
      lines: [{ sku: 'A', name: 'Article', quantity: 1 }],
      text: 'Shopify refund 5 on order 7.\n- 1 x Article (A), return\nIts transactions cannot be read: see the shop.',
    })
  })

  it('tells all of a refund that is partly a return', () => {
    const body = refund({
      note: 'Chipped rim',
      refund_line_items: [
        line({ subtotal_set: eur('12.50') }),
        line({ restock_type: 'no_restock', line_item: { sku: 'B', name: 'Other' }, subtotal_set: eur(5) }),
      ],
      refund_shipping_lines: [{ shipping_line: { title: 'Standard' }, subtotal_amount_set: eur('4.90') }],
      order_adjustments: [
        { kind: 'shipping_refund', reason: 'Shipping refund', amount: '-4.90' },
        { kind: 'refund_discrepancy', reason: 'Refund discrepancy', amount_set: eur('1.00') },
      ],
      total_duties_set: eur('3.00'),
      total_additional_fees_set: eur('0.00'),
      transactions: [
        { kind: 'refund', status: 'success', amount: '12.50', currency: 'EUR' },
        { kind: 'refund', status: 'pending', amount: 9.9, currency: 'EUR' },
      ],
    })
    expect(onlyCommand(ask('refunds/create', body))).toEqual({
      type: 'create-return',
      key: 'refund/5',
      order: { externalNumber: '7' },
      lines: [{ sku: 'A', name: 'Article', quantity: 1 }],
      text: [
        'Shopify refund 5 on order 7.',
        '- 1 x Article (A), return, 12.50 EUR',
        '- 1 x Other (B), no_restock, 5 EUR',
        'Shipping: 4.90 EUR (Standard).',
        'Adjustments: 1.00 EUR (Refund discrepancy).',
        'Duties: 3.00 EUR.',
        'Paid back: 12.50 EUR.',
        'Not confirmed as paid back: 9.9 EUR (pending).',
        'Note:',
        '> Chipped rim',
      ].join('\n'),
    })
  })

  it('cuts a note that is too long, visibly', () => {
    expect(ask('refunds/create', refund({ note: 'n'.repeat(6_000) }))).toMatchObject({
      commands: [{ text: expect.stringMatching(/\nNote:\n> n{1988} \[shortened\]$/) }],
    })
  })

  const head = 'Shopify refund 5 on order 7: no line was restocked as a return.'

  const payment = (status: string | undefined, amount: unknown, currency?: string | null) => {
    return { kind: 'refund', status, amount, currency }
  }
  const adjusted = [{ kind: 'shipping_refund', amount: '-5.00' }]

  it.each<[string, object, ...string[]]>([
    ['no lines', {}, head],
    ['lines missing', { refund_line_items: null }, head],
    ['only 0 pieces', broken(line({ quantity: 0 })), head],
    ['a line without anything', broken({ quantity: 2 }), head, '- 2 x a line without a name, not restocked'],
    [
      'a line with all',
      broken(line({ restock_type: 'cancel', subtotal_set: eur('1.50') })),
      ...[head, '- 1 x Article (A), cancel, 1.50 EUR'],
    ],
    [
      'payments',
      { transactions: [payment('success', '75.00', null), { ...payment('SUCCESS', 10, 'USD'), kind: 'Refund' }] },
      ...[head, 'Paid back: 75.00, 10 USD.'],
    ],
    [
      'payments that did not succeed, or are none',
      {
        transactions: [
          payment('pending', '1.00', 'EUR'),
          payment('failure', '2.00', 'EUR'),
          payment(undefined, '3.00', 'EUR'),
          payment('success', {}),
          { ...payment('success', '9.00', 'USD'), kind: 'void' },
          5,
        ],
      },
      head,
      'Paid back: an unknown amount.',
      'Not confirmed as paid back: 1.00 EUR (pending), 2.00 EUR (failure), 3.00 EUR (status unknown).',
      'Other transactions: 9.00 USD (void, success), an unknown amount (kind unknown, status unknown).',
    ],
    [
      'money that reaches no bank',
      {
        transactions: [
          { ...payment('success', '1.00', 'EUR'), gateway: 'shopify_payments' },
          { ...payment('success', '2.00', 'EUR'), gateway: 'shopify_store_credit' },
          { ...payment('success', '3.00', 'EUR'), gateway: ' Gift_Card ' },
          { ...payment('success', '4.00', 'EUR'), gateway: 'bogus' },
          { ...payment('success', '5.00', 'EUR'), gateway: 'paypal', test: true },
          { ...payment('pending', '6.00', 'EUR'), gateway: 'shopify_store_credit' },
        ],
      },
      ...[head, 'Only tested, no money moved: 4.00 EUR, 5.00 EUR.', 'Given as store credit: 2.00 EUR.'],
      ...[
        'Put back on a gift card: 3.00 EUR.',
        'Paid back: 1.00 EUR.',
        'Not confirmed as paid back: 6.00 EUR (pending).',
      ],
    ],
    [
      'shipping costs, as an adjustment alone before 2024-10',
      { order_adjustments: adjusted },
      ...[head, 'Adjustments: -5.00 (shipping refund).'],
    ],
    [
      'shipping costs and adjustments that cannot be read',
      { refund_shipping_lines: [5], order_adjustments: 'x' },
      ...[head, 'Shipping: an unknown amount.', 'Adjustments: an unknown amount.'],
    ],
    [
      'shipping costs whose line cannot be read',
      { refund_shipping_lines: 'x', order_adjustments: adjusted },
      ...[head, 'Shipping: an unknown amount.', 'Adjustments: -5.00 (shipping refund).'],
    ],
    [
      'a line that cannot be read',
      { refund_line_items: [5, line({ restock_type: 'cancel', quantity: null })] },
      'Shopify refund 5 on order 7.',
      '- a line that cannot be read',
      '- an unknown quantity x Article (A), cancel',
    ],
    ['no list', { refund_line_items: 'x' }, 'Shopify refund 5 on order 7.', 'Its lines cannot be read: see the shop.'],
    ['a note', { note: ' Goodwill ' }, head, 'Note:', '> Goodwill'],
    ['an empty note', { note: ' ' }, head],
  ])('describes a refund without a return: %s', (_title, more, ...text) => {
    expect(textOf('refunds/create', refund({ refund_line_items: [], ...more }))).toBe(text.join('\n'))
  })

  it('lists at most twenty payments', () => {
    const transactions = Array.from({ length: 21 }, (_, index) => payment('success', `${index}.00`))
    const shown = transactions.slice(0, 20).map(({ amount }) => amount)
    expect(textOf('refunds/create', refund({ refund_line_items: [], transactions }))).toBe(
      `${head}\nPaid back: ${shown.join(', ')}, and 1 more.`,
    )
  })

  it('lists at most forty lines, and the number of the others', () => {
    const lines = Array.from({ length: 42 }, () => line({ restock_type: 'no_restock' }))
    const text = String(textOf('refunds/create', refund({ refund_line_items: lines })))
    expect(text.match(/- 1 x Article/g)).toHaveLength(40)
    expect(text).toMatch(/\n- and 2 more lines$/)
  })
})

describe('which lines of a refund come back', () => {
  const types = ['return', 'no_restock', 'cancel', 'legacy_restock', null]
  const refund_line_items = [
    ...types.map((restock_type, at) => line({ restock_type, quantity: at + 1 })),
    line({ quantity: 6, line_item: { sku: 'GIFT', name: 'Gift card', gift_card: true } }),
  ]
  const lines = (...quantities: number[]) => quantities.map((quantity) => ({ sku: 'A', name: 'Article', quantity }))
  const made = (body: object, set: Partial<SourceSettings> = {}) => {
    const translation = ask('refunds/create', refund(body), { set })
    const { order, text, ...rest } = ('commands' in translation ? translation.commands[0] : {}) as Record<
      string,
      unknown
    >
    return rest
  }
  const key = 'refund/5'
  const asReturn = { type: 'create-return', key }
  const asComment = { type: 'add-comment', key }
  const ofReturn = { return: { id: 4, admin_graphql_api_id: 'gid://shopify/Return/4' } }
  const shipped = { refunds: 'shipped' } as const
  const unlessBack = refund_line_items.slice(1)

  it.each<[string, object, Partial<SourceSettings>, object]>([
    ['restocked as a return', { refund_line_items }, {}, { ...asReturn, lines: lines(1) }],
    ['none otherwise', { refund_line_items: unlessBack }, {}, asComment],
    [
      'fulfilled, of a return',
      { ...ofReturn, refund_line_items },
      {},
      { ...asReturn, parcel: 'return/4', lines: lines(1, 2, 4, 5) },
    ],
    ['none that was cancelled', { ...ofReturn, refund_line_items: [line({ restock_type: 'cancel' })] }, {}, asComment],
    ['none of a return that is paid back without lines', { ...ofReturn, refund_line_items: [] }, {}, asComment],
    ['linked alone', { refund_line_items }, { returns: 'never' }, { ...asReturn, lines: lines(1), mayMake: false }],
    [
      'what was not restocked of a shipped order',
      { refund_line_items },
      shipped,
      { ...asReturn, lines: lines(1, 2), ifUnshipped: lines(1) },
    ],
    ['that alone', { refund_line_items: unlessBack }, shipped, { ...asReturn, lines: lines(2), ifUnshipped: [] }],
    [
      'nothing more of a return',
      { ...ofReturn, refund_line_items },
      shipped,
      { ...asReturn, parcel: 'return/4', lines: lines(1, 2, 4, 5) },
    ],
    ['nothing that was cancelled', { refund_line_items: refund_line_items.slice(2) }, shipped, asComment],
  ])('%s', (_title, body, set, expected) => {
    expect(made(body, set)).toEqual(expected)
  })

  it('names its return', () => {
    expect(textOf('refunds/create', refund({ ...ofReturn, refund_line_items: [] }))).toBe(
      'Shopify refund 5 of return 4 on order 7: no line was restocked as a return.',
    )
  })
})

describe('order_transactions/create', () => {
  const paid = { id: 9, order_id: 7, kind: 'refund', status: 'success', gateway: 'ec', amount: '5.00', currency: 'EUR' }

  it('is of interest where the refund was reported as pending, which names it', () => {
    const pending = { id: 9, kind: 'refund', status: 'pending', amount: '5.00' }
    const transactions = [pending, { ...pending, id: 10, status: 'failure' }, { ...pending, id: 11, kind: 'sale' }]
    for (const refund_line_items of [[], [line()]])
      expect(ask('refunds/create', refund({ refund_line_items, transactions }))).toMatchObject({
        commands: [{ key: 'refund/5', alsoNames: ['transaction/9'] }],
      })
    expect(onlyCommand(ask('order_transactions/create', paid))).toEqual({
      ...{ type: 'comment-parcel', key: 'transaction/9', parcel: 'transaction/9' },
      text: 'Paid back now: 5.00 EUR (Shopify transaction 9). The refund was reported as pending before.',
    })
  })

  it('says where the money went', () => {
    const credit = JSON.stringify(ask('order_transactions/create', { ...paid, gateway: 'shopify_store_credit' }))
    expect(credit).toContain('Given as store credit: 5.00 EUR (')
  })

  it.each([{ kind: 'sale' }, { status: 'failure' }, { status: 'pending' }])('is nothing with %j', (more) => {
    expect(ask('order_transactions/create', { ...paid, ...more })).toEqual(
      unmapped({ problem: 'not_reported', what: 'refund' }),
    )
  })
})

const cancelled = (more: object) => ({ id: 7, cancelled_at: '2026-10-01', ...more })

describe('orders/cancelled', () => {
  it.each<[object, string, day?: string, name?: string]>([
    [{}, 'none given'],
    [{ name: '#1001', cancel_reason: 'fraud' }, 'the payment looked fraudulent', '2026-10-01', '#1001'],
    [{ cancel_reason: 'weather', cancelled_at: '2026-10-02' }, 'weather', '2026-10-02'],
    [{ cancel_reason: 'constructor' }, 'constructor'],
    [{ email: 'a@example.com', cancel_reason: null, name: 5 }, 'none given'],
    [{ cancel_reason: 'customer' }, 'the customer changed or cancelled the order'],
    [{ cancel_reason: 'fraud' }, 'the payment looked fraudulent'],
    [{ cancel_reason: 'inventory' }, 'the goods are not in stock'],
    [{ cancel_reason: 'declined' }, 'the payment was declined'],
    [{ cancel_reason: 'staff' }, 'a mistake of the staff'],
    [{ cancel_reason: 'other' }, 'another reason'],
  ])('describes %j: %s', (more, reason, day = '2026-10-01', name = '7') => {
    expect(textOf('orders/cancelled', cancelled(more))).toBe(
      `Order ${name} was cancelled in the shop at ${day}. Reason: ${reason}.`,
    )
  })

  it('finds the order by its global id', () => {
    const body = cancelled({ id: undefined, admin_graphql_api_id: 'gid://shopify/Order/820982911946154508' })
    expect(ask('orders/cancelled', body)).toMatchObject({
      commands: [
        { type: 'add-comment', key: 'cancelled/820982911946154508', order: { externalNumber: '820982911946154508' } },
      ],
    })
  })

  it('refuses an order without an id', () => {
    expect(ask('orders/cancelled', { name: '#1' })).toEqual(unreadable('id'))
  })
})

describe('orders/edited', () => {
  const edit = (more: object) => ({ order_edit: { id: 3, order_id: 7, ...more } })

  it.each([
    [{}, '0 pieces added, 0 pieces removed.'],
    [
      { line_items: { additions: [{ delta: 1 }, { delta: 2 }], removals: [{ delta: 1 }] } },
      '3 pieces added, 1 piece removed.',
    ],
    [{ line_items: { additions: 'x', removals: null } }, '0 pieces added, 0 pieces removed.'],
    [{ staff_note: 'By phone' }, '0 pieces added, 0 pieces removed. Note:'],
  ])('describes %j', (more, text) => {
    expect(textOf('orders/edited', edit(more))).toBe(`The order was edited in the shop (Shopify edit 3): ${text}`)
  })

  it.each([{}, edit({ id: null }), edit({ order_id: null })])('refuses %j', (body) => {
    expect(ask('orders/edited', body)).toEqual(unreadable('order_edit.id', 'order_edit.order_id'))
  })
})

describe('returns/*', () => {
  const order = { id: 7 }
  const statuses: Record<string, string> = {
    'returns/request': 'requested',
    'returns/approve': 'open',
    'returns/decline': 'declined',
    'returns/cancel': 'canceled',
    'returns/close': 'closed',
    'returns/reopen': 'open',
  }
  const askReturn = (topic: string, body: object, set: Partial<SourceSettings> = {}) =>
    ask(topic, { status: statuses[topic], ...body }, { set })
  const textOfReturn = (topic: string, body: object) => {
    const translation = askReturn(topic, body)
    const [command] = 'commands' in translation ? translation.commands : []
    return command && 'text' in command ? command.text : translation
  }
  const about = { order: { externalNumber: '7' } }
  const comment = (step: string, words: string) => {
    return { type: 'add-comment', key: `return/4/${step}`, ...about, text: `Shopify return 4 ${words}.` }
  }
  const ended = (step: string, words: string) => {
    return { ...comment(step, words), type: 'end-parcel', parcel: 'return/4' }
  }
  const returned = (quantity: unknown, more: object = {}) => {
    return { id: 11, quantity, fulfillment_line_item: { id: 3, line_item: { id: 21 } }, ...more }
  }
  const ref = { shopLine: '21', quantity: 1, parcelLine: '11' }
  const approved = { id: 4, name: '#1001-R1', order, total_return_line_items: 1, return_line_items: [returned(1)] }

  it.each<[topic: string, body: object, object]>([
    ['returns/request', { order }, comment('request', 'was requested by the customer')],
    ['returns/decline', { order }, ended('decline', 'was declined')],
    ['returns/cancel', { order_id: 7 }, ended('cancel', 'was cancelled')],
    ['returns/cancel', { order: { admin_graphql_api_id: 'gid://shopify/Order/7' } }, ended('cancel', 'was cancelled')],
    ['returns/request', { order, status: 'declined' }, ended('decline', 'was declined')],
    ['returns/approve', { order, status: 'Canceled' }, ended('cancel', 'was cancelled')],
  ])('%s %j becomes a comment, or ends the parcel', (topic, body, command) => {
    expect(askReturn(topic, { id: 4, ...body })).toEqual({ commands: [command] })
  })

  it.each(['decline', 'cancel'])('%s needs no order: it ends that of its parcel', (step) => {
    for (const more of [{}, { order: {} }, { order_id: 'x' }]) {
      const [command] = (askReturn(`returns/${step}`, { id: 4, ...more }) as { commands: object[] }).commands
      expect(command).toMatchObject({ type: 'end-parcel', key: `return/4/${step}`, parcel: 'return/4' })
      expect(command).not.toHaveProperty('order')
    }
  })

  it.each(['close', 'reopen'])('%s is news under the hash of its body', (step) => {
    const body = { id: 4, order_id: 7, status: statuses[`returns/${step}`] }
    expect(ask(`returns/${step}`, body)).toMatchObject({
      commands: [{ type: 'add-comment', key: `return/4/${step}/${hashKey(JSON.stringify(body))}` }],
    })
  })

  it('an approval becomes a return of its lines, by the lines of the order', () => {
    expect(onlyCommand(askReturn('returns/approve', approved))).toEqual({
      ...{ type: 'create-return', key: 'return/4/approve', ...about, parcel: 'return/4', parcelName: '#1001-R1' },
      ...{ lines: [ref], tells: 'announcement' },
      text: 'Shopify return #1001-R1 was approved.\nLines: 1.\n- 1 x no reason given',
    })
  })

  it.each<[string, object, object]>([
    ['a comment where a refund makes the return', { returns: 'refunded' }, { type: 'add-comment' }],
    ['a link alone', { returns: 'never' }, { type: 'create-return', mayMake: false }],
  ])('or %s', (_title, set, expected) => {
    expect(askReturn('returns/approve', approved, set)).toMatchObject({ commands: [expected] })
  })

  const byHand = 'Wait for the refund of this return, or create it by hand.'
  it.each<[string, object, string?]>([
    ['all of its lines', { return_line_items: [] }, 'the message names none of its lines.'],
    ['its lines, which cannot be read', { return_line_items: 'x' }, 'the message names none of its lines.'],
    [
      'what a line is that was never fulfilled',
      { return_line_items: [returned(1), { id: 12, quantity: 1 }, returned(0)] },
      'the message does not say what 1 of its lines are.',
    ],
    ['a quantity', { return_line_items: [returned('x')] }, 'the message does not say what 1 of its lines are.'],
    ['nothing: no line is left', { return_line_items: [], total_return_line_items: 0 }],
  ])('an approval that lacks %s becomes a comment that says so', (_title, more, lack) => {
    const translation = askReturn('returns/approve', { ...approved, ...more })
    expect(translation).toMatchObject({ commands: [{ type: 'add-comment', key: 'return/4/approve' }] })
    const said = JSON.stringify(translation)
    if (lack === undefined) expect(said).not.toContain('No return was created')
    else expect(said).toContain(`No return was created: ${lack} ${byHand}`)
  })

  it.each<[object, string | undefined]>([
    [{ return_reason: 'size_too_small' }, 'size_too_small'],
    [{ return_reason: 'SIZE_TOO_SMALL', return_reason_definition: { name: 'Too small' } }, 'SIZE_TOO_SMALL'],
    [{ return_reason: 'OTHER', return_reason_definition: { name: 'Chipped', handle: 'chipped' } }, 'Chipped'],
    [{ return_reason_definition: { handle: 'too-small' } }, 'too-small'],
    [{ return_reason: 'other' }, 'other'],
    [{}, undefined],
  ])('the reason of a line with %j is %s', (more, reason) => {
    const body = { ...approved, return_line_items: [returned(1, more)] }
    const lines = [{ ...ref, ...(reason && { reason }) }]
    expect(askReturn('returns/approve', body)).toMatchObject({ commands: [{ lines }] })
  })

  describe('as withdrawals', () => {
    const set = { tells: 'withdrawal', on: [] } as const
    const body = { ...approved, return_line_items: [returned(1, { customer_note: 'I withdraw' })] }

    it.each(['requested', 'open', 'closed'])('a request is one, whatever became of it (%s)', (status) => {
      expect(onlyCommand(ask('returns/request', { ...body, status }, { set }))).toEqual({
        ...{ type: 'declare-withdrawal', key: 'return/4/request', ...about, lines: [ref], text: 'I withdraw' },
        returnAs: { key: 'return/4/approve', parcel: 'return/4' },
      })
    })

    it('has the return, if it makes one, under the key of the approval', () => {
      const [declared] = (
        ask('returns/request', { ...body, status: 'requested' }, { set }) as { commands: DeclareWithdrawal[] }
      ).commands
      const [, made] = declared ? commandsOfWithdrawal(declared, { receivedAt: nowMs, makesReturn: true }) : []
      expect(made).toEqual({
        ...{ type: 'create-return', key: 'return/4/approve', parcel: 'return/4', ...about, lines: [ref] },
      })
    })

    it('nothing else is, and what a request without its lines is about, nobody knows', () => {
      const declares = (topic: string, headers = {}) =>
        shopify.isWithdrawal?.(sent(topic, body, headers), settings(set))
      expect(declares('returns/request')).toBe(true)
      expect(declares('returns/request', { 'x-shopify-test': 'true' })).toBe(false)
      expect(declares('returns/approve')).toBe(false)
      expect(shopify.isWithdrawal?.(sent('returns/request', body), settings())).toBe(false)
      const [command] = (
        ask('returns/request', { ...body, status: 'requested', return_line_items: [] }, { set }) as {
          commands: object[]
        }
      ).commands
      expect(command).not.toHaveProperty('lines')
    })
  })

  describe('returns/process', () => {
    const processed = returned(2, { processed_quantity: 1 })
    const body = { ...approved, status: 'open', return_line_items: [processed, returned(1)] }

    it.each([{}, approved, { ...approved, return_line_items: 'x' }])(
      'is nothing without what was processed: %j',
      (given) => {
        expect(ask('returns/process', given)).toEqual(
          unmapped({ problem: 'field_missing', field: 'processed_quantity' }),
        )
      },
    )

    it('is a receipt of what was processed', () => {
      const key = `return/4/process/${hashKey(JSON.stringify(body))}`
      const made = { type: 'create-return', key, parcel: 'return/4', tells: 'receipt', lines: [ref], mayMake: 'first' }
      expect(ask('returns/process', body)).toMatchObject({ commands: [made] })
      for (const returns of ['refunded', 'never'] as const)
        expect(ask('returns/process', body, { set: { returns } })).toMatchObject({ commands: [{ mayMake: false }] })
    })
  })

  describe('returns/update', () => {
    const gid = 'gid://shopify/ReturnLineItem/11'
    const update = (removals: unknown) => {
      return { admin_graphql_api_id: 'gid://shopify/Return/4', return_line_items: { removals } }
    }

    it('takes pieces out of the parcel, whose order it does not name', () => {
      const body = update([{ admin_graphql_api_id: gid, delta: 2 }])
      expect(onlyCommand(ask('returns/update', body))).toEqual({
        ...{ type: 'end-parcel', key: `return/4/update/${hashKey(JSON.stringify(body))}`, parcel: 'return/4' },
        ...{ removed: [{ parcelLine: '11', quantity: 2 }], text: 'Shopify return 4 was changed in the shop.' },
      })
    })

    it('is nothing where only fees change', () => {
      expect(ask('returns/update', update([]))).toEqual(
        unmapped({ problem: 'field_missing', field: 'return_line_items.removals' }),
      )
    })

    it.each([
      update('x'),
      update([5]),
      update([{ delta: 1 }]),
      update([{ id: 11 }]),
      { return_line_items: { removals: [] } },
    ])('refuses %j', (body) => {
      expect(ask('returns/update', body)).toEqual(unreadable('admin_graphql_api_id', 'return_line_items.removals'))
    })
  })

  describe('reverse_deliveries/attach_deliverable', () => {
    const attach = (tracking: object | null, more: object = {}) => ({
      id: 9,
      return: { id: 4 },
      shipping_deliverable: { tracking, label: { public_file_url: 'https://label.example/secret' } },
      ...more,
    })

    it.each<[object | null, string]>([
      [{ carrier_name: 'USPS', tracking_number: '123' }, 'with USPS, number 123'],
      [{ carrier_name: 'DHL', tracking_number: ' ' }, 'with DHL'],
      [{ tracking_number: '123' }, 'with a label of the shop, number 123'],
      [null, 'with a label of the shop'],
    ])('comments %j on the order of the parcel, without the address of a label', (tracking, how) => {
      const number = how.includes('123') ? '123' : ''
      expect(onlyCommand(ask('reverse_deliveries/attach_deliverable', attach(tracking)))).toEqual({
        ...{ type: 'comment-parcel', key: `reverse-delivery/9/${hashKey(number)}`, parcel: 'return/4' },
        text: `Shopify return 4 comes back ${how}.`,
      })
    })

    it.each([{ id: null }, { return: null }])('refuses %j', (more) => {
      expect(ask('reverse_deliveries/attach_deliverable', attach(null, more))).toEqual(unreadable('id', 'return.id'))
    })
  })

  const price = eur('10.0')
  const noReason = 'no reason given; restocking fee'

  it.each<[string, topic: string, body: object, ...text: string[]]>([
    [
      'the label, the lines with their reasons, and why it was declined',
      'returns/decline',
      {
        name: '#1001-R1',
        total_return_line_items: 3,
        return_line_items: [
          { quantity: 1, return_reason: 'SIZE_TOO_SMALL', return_reason_note: 'Shrunk', customer_note: null },
          { quantity: 2 },
        ],
        decline: { reason: 'return_period_ended', note: 'After 30 days.' },
      },
      ...['Shopify return #1001-R1 was declined.', 'Lines: 3.', '- 1 x size too small', '> Shrunk'],
      ...['- 2 x no reason given', 'Reason: return period ended.', 'Note:', '> After 30 days.'],
    ],
    [
      'what can be read beside invalid optional parts',
      'returns/request',
      { name: 5, total_return_line_items: 'x', return_line_items: [5], decline: 'x' },
      ...['Shopify return 4 was requested by the customer.', '- a line that cannot be read'],
    ],
    [
      'fees and what is sent in exchange',
      'returns/request',
      {
        return_line_items: [
          { quantity: 1, return_reason: 'other', restocking_fee: { percentage: 20 } },
          { quantity: '2', restocking_fee: { amount_set: price, percentage: 20 } },
          { quantity: null, restocking_fee: {} },
        ],
        return_shipping_fees: [{ price }, 5],
        exchange_line_items: [
          { line_item: { name: 'Mug, red', sku: 'MUG-RED', quantity: 1 } },
          { quantity: 2, line_item: { sku: 'MUG', quantity: 3 } },
          { line_item: null },
        ],
        total_exchange_line_items: 3,
      },
      ...[
        'Shopify return 4 was requested by the customer.',
        '- 1 x other; restocking fee 20%',
        `- 2 x ${noReason} 10.0 EUR`,
      ],
      ...[`- an unknown quantity x ${noReason} an unknown amount`, 'Return shipping fee: 10.0 EUR, an unknown amount.'],
      ...['Exchange lines: 3.', '- 1 x Mug, red (MUG-RED), sent in exchange', '- 2 x MUG, sent in exchange'],
    ],
    [
      'which of its lists cannot be read',
      'returns/request',
      { return_line_items: {}, return_shipping_fees: 'x', exchange_line_items: 5, total_exchange_line_items: 2 },
      ...['Shopify return 4 was requested by the customer.', 'Its lines cannot be read: see the shop.'],
      ...['Return shipping fee: an unknown amount.', 'Exchange lines: 2.'],
      'Its exchange lines cannot be read: see the shop.',
    ],
  ])('says %s', (_title, topic, body, ...text) => {
    expect(textOfReturn(topic, { id: 4, order, ...body })).toBe(text.join('\n'))
  })

  it.each([
    { exchange_line_items: [{ line_item: null }] },
    { total_exchange_line_items: 1 },
    { exchange_line_items: [{ line_item: null }], total_exchange_line_items: 0 },
  ])('counts the exchange lines of %j', (more) => {
    expect(textOfReturn('returns/request', { id: 4, order, ...more })).toBe(
      'Shopify return 4 was requested by the customer.\nExchange lines: 1.',
    )
  })

  it('lists at most forty lines and twenty fees, and the number of the others', () => {
    const return_line_items = Array.from({ length: 41 }, () => ({ quantity: 1 }))
    const exchange_line_items = Array.from({ length: 42 }, () => ({ line_item: { sku: 'MUG', quantity: 1 } }))
    const return_shipping_fees = Array.from({ length: 23 }, () => ({ percentage: 5 }))
    const body = { id: 4, order, return_line_items, return_shipping_fees, exchange_line_items }
    const text = String(textOfReturn('returns/request', body))
    expect(text.match(/- 1 x no reason given/g)).toHaveLength(40)
    expect(text).toContain('\n- and 1 more lines\n')
    expect(text).toContain(' 5%, and 3 more.\n')
    expect(text).toMatch(/\nExchange lines: 42\.\n.*\n- and 2 more lines$/s)
  })

  it('cuts a comment that grows too long, visibly', () => {
    const customer_note = 'c'.repeat(150)
    const lines = Array.from({ length: 60 }, () => ({
      quantity: 1,
      return_reason: customer_note,
      return_reason_note: customer_note,
      customer_note,
    }))
    const text = String(textOfReturn('returns/request', { id: 4, order, return_line_items: lines }))
    expect(text).toHaveLength(10_000)
    expect(text).toMatch(/ \[shortened\]$/)
  })

  it.each([{ order }, { id: 4 }, { id: 4, order: {} }, { id: 4, order: 'x', order_id: 'y' }])('refuses %j', (body) => {
    expect(askReturn('returns/close', body)).toEqual(unreadable('id', 'order'))
  })
})
