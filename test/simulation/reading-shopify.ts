import { commentOn, digits, type Reader, returnOf } from './reading.ts'
import { family, gid, money, raw, refund, refundLine, settings, topic } from './reading-shopify-parts.ts'

export const shopifyReaders: Reader[] = [
  /** Everything that a refund can hold, in one. */
  (chance) => {
    const [id, order] = [digits(chance, chance.pick([12, 16, 18])), digits(chance, chance.pick([13, 16, 17, 18]))]
    const text = refund(id, order, {
      note: ' Damaged\n\n\nin transit ',
      refund_line_items: [
        refundLine({ quantity: 2, subtotal: money('25.00') }),
        refundLine({ quantity: ' 3 ', sku: '', name: ' Bulb ', way: ' RETURN ', subtotal: money(7.5, 'CHF') }),
        refundLine({ quantity: 0, sku: 'NONE' }),
        refundLine({ sku: 'KEPT', name: 'Kept', way: 'no_restock' }),
        refundLine({ sku: null, name: null }),
        refundLine({ quantity: null, sku: 'ODD', name: 'Odd' }),
      ],
      refund_shipping_lines: [{ shipping_line: { title: 'DHL' }, subtotal_amount_set: money('4.90') }],
      order_adjustments: [
        { kind: 'shipping_refund', amount: '-4.90', amount_set: money('-4.90') },
        { kind: 'refund_discrepancy', reason: 'Goodwill', amount: '1.00', amount_set: money('1.00') },
        { kind: 'pending_refund_discrepancy', amount: '-2.00' },
      ],
      total_duties_set: money('0.00'),
      total_additional_fees_set: money('3.10'),
      transactions: [
        { kind: 'refund', status: 'success', amount: '25.00', currency: 'EUR' },
        { kind: 'refund', status: 'pending', amount: '7.50', currency: 'CHF' },
        { kind: 'refund', status: 'failure', amount: '1.00', currency: 'EUR' },
        { kind: 'void', status: 'success', amount: '2.00', currency: 'EUR' },
        { kind: 'sale', status: null, amount: 3 },
        { kind: null, status: 'pending' },
      ],
    })
    const lines = [
      { sku: 'MUG-1', quantity: 2 },
      { name: 'Bulb', quantity: 3 },
    ]
    const told = [
      `Shopify refund ${id} on order ${order}.`,
      '- 2 x Mug (MUG-1), return, 25.00 EUR',
      '- 3 x Bulb, return, 7.5 CHF',
      '- 1 x Kept (KEPT), no_restock',
      '- 1 x a line without a name, return',
      '- an unknown quantity x Odd (ODD), return',
      'Lines that came back but cannot be read: 2. Return them by hand.',
      'Shipping: 4.90 EUR (DHL).',
      'Adjustments: 1.00 EUR (Goodwill), -2.00 (pending refund discrepancy).',
      'Additional fees: 3.10 EUR.',
      'Paid back: 25.00 EUR.',
      'Not confirmed as paid back: 7.50 CHF (pending), 1.00 EUR (failure).',
      'Other transactions: 2.00 EUR (void, success), 3 (sale, status unknown), an unknown amount (kind unknown, pending).',
      ...['Note:', '> Damaged', '>', '> in transit'],
    ].join('\n')
    const becomes = [returnOf(order, `refund/${id}`, lines, { text: told })]
    return { name: 'a refund with everything', family, settings, steps: [{ text, topic, hears: 'accepted', becomes }] }
  },
  /** Of two ids of one record the global one is exact: many tools round the other. */
  (chance) => {
    const id = `${digits(chance, 16)}19`
    const text = raw({
      ...{ id: `=${id.slice(0, 16)}00`, admin_graphql_api_id: gid('Refund', id), order_id: '=9007199254740993' },
      refund_line_items: [refundLine({ way: chance.pick(['cancel', 'legacy_restock', 'no_restock', null]) })],
    })
    const way = /"restock_type":(?:"(\w+)"|null)/.exec(String(text))?.[1] ?? 'not restocked'
    const told = [
      `Shopify refund ${id} on order 9007199254740993: no line was restocked as a return.`,
      `- 1 x Mug (MUG-1), ${way}`,
    ].join('\n')
    return {
      ...{ name: 'a refund whose id is rounded', family, settings },
      steps: [{ text, topic, hears: 'accepted', becomes: [commentOn('9007199254740993', `refund/${id}`, `${told}`)] }],
    }
  },
  /** Parts that cannot be read are named and hide nothing; none of them is a list here. */
  (chance) => {
    const text = refund('77', '88', {
      ...{ refund_line_items: 'none', refund_shipping_lines: 5, order_adjustments: {}, transactions: 'x' },
      total_duties_set: money(chance.pick(['1.20', 12.5])),
    })
    const duties = /"total_duties_set":\{"shop_money":\{"amount":"?([\d.]+)/.exec(String(text))?.[1]
    const told = [
      'Shopify refund 77 on order 88.',
      'Its lines cannot be read: see the shop.',
      'Shipping: an unknown amount.',
      'Adjustments: an unknown amount.',
      `Duties: ${duties} EUR.`,
      'Its transactions cannot be read: see the shop.',
    ].join('\n')
    const becomes = [commentOn('88', 'refund/77', told)]
    return { name: 'a refund of odd parts', family, settings, steps: [{ text, topic, hears: 'accepted', becomes }] }
  },
  /** What came back but has no name is for a person; shipping costs of older versions are an adjustment alone. */
  () => {
    const text = refund('76', '87', {
      refund_line_items: [refundLine({ sku: ' ', name: '' }), null],
      order_adjustments: [{ kind: 'shipping_refund', amount: '-4.90', amount_set: money('-4.90') }],
    })
    const told = [
      'Shopify refund 76 on order 87.',
      '- 1 x a line without a name, return',
      '- a line that cannot be read',
      'Lines that came back but cannot be read: 1. Return them by hand.',
      'Adjustments: -4.90 EUR (shipping refund).',
    ].join('\n')
    const becomes = [commentOn('87', 'refund/76', told)]
    return { name: 'a refund without names', family, settings, steps: [{ text, topic, hears: 'accepted', becomes }] }
  },
  /** Forty lines are shown, and all come back; twenty amounts. */
  (chance) => {
    const count = chance.between(39, 43)
    const amounts = chance.between(19, 22)
    const text = refund('78', '89', {
      refund_line_items: Array.from({ length: count }, (_, at) => refundLine({ sku: `S-${at}` })),
      transactions: Array.from({ length: amounts }, (_, at) => ({
        kind: 'refund',
        status: 'success',
        amount: `${at}`,
      })),
    })
    const lines = Array.from({ length: count }, (_, at) => ({ sku: `S-${at}`, quantity: 1 }))
    const shown = Array.from({ length: Math.min(count, 40) }, (_, at) => `- 1 x Mug (S-${at}), return`)
    const paid = Array.from({ length: Math.min(amounts, 20) }, (_, at) => `${at}`).join(', ')
    const told = [
      'Shopify refund 78 on order 89.',
      ...shown,
      ...(count > 40 ? [`- and ${count - 40} more lines`] : []),
      `Paid back: ${paid}${amounts > 20 ? `, and ${amounts - 20} more` : ''}.`,
    ].join('\n')
    const becomes = [returnOf('89', 'refund/78', lines, { text: told })]
    return { name: 'a refund of many lines', family, settings, steps: [{ text, topic, hears: 'accepted', becomes }] }
  },
]
