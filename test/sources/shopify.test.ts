import { describe, expect, it } from 'vitest'
import { shopify } from '../../lib/sources/shopify/translate.ts'
import { delivery, eventOf, nowMs, settings, signed } from './deliveries.ts'
import { notJson, notObject, unreadable } from './problem-endings.ts'

const byDefault = ['refunds/create', 'orders/cancelled', 'returns/request', 'returns/approve']
const onRequest = ['orders/edited', 'returns/decline', 'returns/cancel', 'returns/close']
const everyTopic = [...byDefault, ...onRequest]

const ask = (topic: string, body: unknown, headers: Record<string, string> = {}) => {
  const from = delivery({
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    headers: { 'x-shopify-topic': topic, ...headers },
  })
  return shopify.translate(eventOf(shopify, from), settings({ on: everyTopic }))
}
const textOf = (topic: string, body: unknown) => {
  const translation = ask(topic, body)
  if ('ending' in translation) return translation.ending.reason
  const [command] = translation.commands
  return command?.type === 'add-comment' ? command.text : command
}

describe('identity', () => {
  const body = Buffer.from('{}')
  const deliveryKeyOf = (headers: Record<string, string>, of = body) => {
    const identity = shopify.identify(delivery({ headers, body: of }), settings())
    return identity.kind === 'event' ? identity.deliveryKey : identity.kind
  }

  it('is the webhook id, never the event id', () => {
    const key = deliveryKeyOf({ 'x-shopify-webhook-id': 'd7b6e710-846c', 'x-shopify-event-id': 'e1' })
    expect(key).toMatch(/^d7b6e710-846c:[0-9a-f]{16}$/)
    expect(deliveryKeyOf({ 'x-shopify-webhook-id': 'd7b6e710-846c', 'x-shopify-event-id': 'e2' })).toBe(key)
  })

  it.each<[string, Record<string, string>, string]>([
    ['topic', { 'x-shopify-topic': 'orders/paid' }, '{}'],
    ['mark of a test', { 'x-shopify-test': 'true' }, '{}'],
    ['body', {}, '{ }'],
    ['webhook id', { 'x-shopify-webhook-id': 'd2' }, '{}'],
  ])('is another one with another %s, for the webhook id is not signed', (_title, more, text) => {
    const headers = { 'x-shopify-webhook-id': 'd1', 'x-shopify-topic': 'refunds/create' }
    expect(deliveryKeyOf({ ...headers, ...more }, Buffer.from(text))).not.toBe(deliveryKeyOf(headers))
  })

  it.each<Record<string, string>>([
    {},
    { 'x-shopify-webhook-id': 'a, b' },
    { 'x-shopify-webhook-id': 'a'.repeat(101) },
  ])('is a hash of body and topic for the headers %j', (headers) => {
    const key = deliveryKeyOf({ ...headers, 'x-shopify-topic': 'orders/cancelled' })
    expect(key).toMatch(/^sha256:[0-9a-f]{64}$/)
    expect(deliveryKeyOf({ ...headers, 'x-shopify-topic': 'orders/cancelled' })).toBe(key)
    expect(deliveryKeyOf({ ...headers, 'x-shopify-topic': 'orders/edited' })).not.toBe(key)
    expect(deliveryKeyOf({ ...headers, 'x-shopify-topic': 'orders/cancelled' }, Buffer.from('{} '))).not.toBe(key)
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
    expect(eventOf(shopify, event(own))).toMatchObject({ id: expect.stringMatching(/^shopify\/d1:/) })
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
      id: expect.stringMatching(/^shopify\/d1:/),
      headers: { 'x-shopify-topic': 'orders/cancelled' },
    })
    expect(eventOf(shopify, event({ 'shopify-hmac-sha256': signature, ...others })).headers).toEqual({})
    expect(eventOf(shopify, event({ ...own, 'shopify-hmac-sha256': undefined, ...others }))).toMatchObject({
      id: expect.stringMatching(/^shopify\/d2:/),
      headers: { 'x-shopify-topic': 'refunds/create', 'x-shopify-test': 'true' },
    })
  })
})

describe('topics', () => {
  it('ignores a test delivery without reading its body', () => {
    expect(ask('refunds/create', 'no JSON', { 'x-shopify-test': 'true' })).toEqual({
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
    expect(ask('refunds/create', body)).toEqual({
      commands: [
        {
          type: 'create-return',
          key: 'refund/5',
          order: { externalNumber: '7' },
          lines: [{ sku: 'A', name: 'Article', quantity: 1 }],
          text: 'Shopify refund 5 on order 7.\n- 1 x Article (A), return\nIts transactions cannot be read: see the shop.',
        },
      ],
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
    expect(ask('refunds/create', body)).toEqual({
      commands: [
        {
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
        },
      ],
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
    [
      'lines that are no list',
      { refund_line_items: 'x' },
      ...['Shopify refund 5 on order 7.', 'Its lines cannot be read: see the shop.'],
    ],
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
  }
  const askReturn = (topic: string, body: object) => ask(topic, { status: statuses[topic], ...body })
  const textOfReturn = (topic: string, body: object) => textOf(topic, { status: statuses[topic], ...body })

  it.each([
    ['returns/request', 'was requested by the customer'],
    ['returns/approve', 'was approved'],
    ['returns/decline', 'was declined'],
    ['returns/cancel', 'was cancelled'],
    ['returns/close', 'was closed'],
  ])('%s becomes a comment on the order, in either form of its id', (topic, words) => {
    const command = {
      type: 'add-comment',
      key: `return/4/${topic.split('/')[1]}`,
      order: { externalNumber: '7' },
      text: `Shopify return 4 ${words}.`,
    }
    expect(askReturn(topic, { id: 4, order })).toEqual({ commands: [command] })
    expect(askReturn(topic, { id: 4, order_id: 7 })).toEqual({ commands: [command] })
    expect(askReturn(topic, { id: 4, order: { admin_graphql_api_id: 'gid://shopify/Order/7' } })).toEqual({
      commands: [command],
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
      'returns/approve',
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
      ...['Shopify return 4 was approved.', '- 1 x other; restocking fee 20%', `- 2 x ${noReason} 10.0 EUR`],
      ...[`- an unknown quantity x ${noReason} an unknown amount`, 'Return shipping fee: 10.0 EUR, an unknown amount.'],
      ...['Exchange lines: 3.', '- 1 x Mug, red (MUG-RED), sent in exchange', '- 2 x MUG, sent in exchange'],
    ],
    [
      'which of its lists cannot be read',
      'returns/approve',
      { return_line_items: {}, return_shipping_fees: 'x', exchange_line_items: 5, total_exchange_line_items: 2 },
      ...['Shopify return 4 was approved.', 'Its lines cannot be read: see the shop.'],
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
    expect(textOfReturn('returns/approve', { id: 4, order, ...more })).toBe(
      'Shopify return 4 was approved.\nExchange lines: 1.',
    )
  })

  it('ignores a declined return that names no order, as before API version 2024-07', () => {
    expect(askReturn('returns/decline', { id: 4, decline: { reason: 'other' } })).toEqual({
      ending: { status: 'ignored', reason: { code: 'order_not_named' } },
    })
  })

  it.each([{ order: {} }, { order: 'x' }, { order_id: 'y' }])(
    'refuses a declined return whose order cannot be read (%j)',
    (more) => {
      expect(askReturn('returns/decline', { id: 4, ...more })).toEqual(unreadable('id', 'order'))
    },
  )

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
