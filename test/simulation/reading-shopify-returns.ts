import { commentOn, ignored, json, type Reader, type Step } from './reading.ts'

const family = 'shops' as const
const settings = { kind: 'shopify' }
const money = (amount: string, currency_code = 'EUR') => ({ shop_money: { amount, currency_code } })
const words: Record<string, string> = {
  request: 'was requested by the customer',
  approve: 'was approved',
  decline: 'was declined',
  cancel: 'was cancelled',
  close: 'was closed',
}
const statusOf: Record<string, string> = { decline: 'declined', cancel: 'canceled', close: 'closed' }

export const shopifyReturnReaders: Reader[] = [
  /** One return: its request and its approval are two facts. */
  (chance) => {
    const line = (more: object) => ({ id: 3, quantity: 1, return_reason: 'size_too_small', ...more })
    const fee = chance.pick([
      [{ price: money('2.50') }, '2.50 EUR'],
      [{ amount_set: money('2.60', 'CHF') }, '2.60 CHF'],
      [{ percentage: 0 }, '0%'],
      [{ percentage: 12.5 }, '12.5%'],
      [{}, 'an unknown amount'],
    ] as const)
    const body = {
      ...{ id: 945000954, admin_graphql_api_id: 'gid://shopify/Return/945000954', name: '#1001-R1' },
      order: { id: 820982911946154500, admin_graphql_api_id: 'gid://shopify/Order/820982911946154508' },
      total_return_line_items: 3,
      return_line_items: [
        line({ return_reason_note: 'Too\nsmall', customer_note: '', restocking_fee: fee[0] }),
        line({ quantity: 2, return_reason: 'UNWANTED' }),
        line({ return_reason: null, customer_note: 'Broken' }),
        line({ return_reason: '', quantity: 'many' }),
        7,
      ],
      return_shipping_fees: [{ price: money('4.00') }],
      exchange_line_items: [
        { quantity: 1, line_item: { name: 'Hat', sku: 'HAT-2' } },
        { line_item: { sku: 'CAP', quantity: 3 } },
        { quantity: 1 },
      ],
    }
    const told = (what: string) =>
      [
        `Shopify return #1001-R1 ${words[what]}.`,
        'Lines: 3.',
        ...[`- 1 x size too small; restocking fee ${fee[1]}`, '> Too', '> small', '- 2 x unwanted'],
        ...[
          '- 1 x for this reason',
          '> Broken',
          '- an unknown quantity x no reason given',
          '- a line that cannot be read',
        ],
        'Return shipping fee: 4.00 EUR.',
        ...['Exchange lines: 3.', '- 1 x Hat (HAT-2), sent in exchange', '- 3 x CAP, sent in exchange'],
      ].join('\n')
    const step = (what: string, status: string): Step => ({
      text: json({ ...body, status }),
      ...{ topic: `returns/${what}`, id: `w-${what}`, hears: 'accepted' },
      becomes: [commentOn('820982911946154508', `return/945000954/${what}`, told(what))],
    })
    const status = chance.pick(['open', 'OPEN', 'closed', 'canceled', 'cancelled'])
    return {
      ...{ name: 'a return, requested and approved', family, settings },
      steps: [step('request', chance.pick(['requested', 'declined', 'open'])), step('approve', status)],
    }
  },
  /** Only where the configuration names them; then they alone. */
  (chance) => {
    const what = chance.pick(['decline', 'cancel', 'close'])
    const topic = `returns/${what}`
    const decline = { reason: 'FINAL_SALE', note: 'Sale\n\nitem' }
    const isPlaced = chance.hits(0.7)
    const order = isPlaced ? chance.pick([{ order_id: 55 }, { order: { id: 55 } }]) : {}
    const body = { id: 9, status: statusOf[what], ...order, ...(what === 'decline' && { decline }) }
    const told = [
      `Shopify return 9 ${words[what]}.`,
      ...(what === 'decline' ? ['Reason: final sale.', ...['Note:', '> Sale', '>', '> item']] : []),
    ].join('\n')
    const unplaced =
      what === 'decline'
        ? ignored('order_not_named')
        : { status: 'failed' as const, code: 'payload_invalid', problem: 'unreadable', fields: ['id', 'order'] }
    const text = json(body)
    const becomes = isPlaced ? [commentOn('55', `return/9/${what}`, told)] : unplaced
    const others = ['returns/request', 'refunds/create'].map(
      (other, at): Step => ({
        ...{ text: json({ ...body, at }), topic: other, id: other, hears: 'accepted' },
        becomes: ignored('topic_not_mapped', { problem: 'topic_not_on', topic: other }),
      }),
    )
    return {
      ...{ name: `a return, ${what}`, family, settings: { ...settings, on: [topic] } },
      steps: [{ text, topic, hears: 'accepted', becomes }, ...others],
    }
  },
  (chance) => {
    const what = chance.pick(['decline', 'cancel', 'close'])
    const topic = `returns/${what}`
    const becomes = ignored('topic_not_mapped', { problem: 'topic_not_on', topic })
    const text = json({ id: 9, status: statusOf[what], order_id: 55 })
    return {
      name: 'a return beyond the defaults',
      family,
      settings,
      steps: [{ text, topic, hears: 'accepted', becomes }],
    }
  },
  /** Lists that are none. */
  () => {
    const body = { id: 9, status: 'open', order: { id: 55 }, total_return_line_items: 0 }
    const odd = {
      return_line_items: 'x',
      return_shipping_fees: 'x',
      exchange_line_items: 'x',
      total_exchange_line_items: 2,
    }
    const told = [
      'Shopify return 9 was approved.',
      'Its lines cannot be read: see the shop.',
      'Return shipping fee: an unknown amount.',
      'Exchange lines: 2.',
      'Its exchange lines cannot be read: see the shop.',
    ].join('\n')
    const becomes = [commentOn('55', 'return/9/approve', told)]
    const steps: Step[] = [{ text: json({ ...body, ...odd }), topic: 'returns/approve', hears: 'accepted', becomes }]
    return { name: 'a return of odd lists', family, settings, steps }
  },
]
