import { commentOn, digits, failed, json, type Labels, type Reader, type Reading, sha256 } from './reading.ts'

const family = 'shops' as const
const topic = 'order.updated'
const settings = { kind: 'woocommerce' }
const order = (more: object) => ({ id: 6002, number: '1001', order_key: 'wc_1', status: 'processing', ...more })

export const woocommerceReaders: Reader[] = [
  /** Each refund is a fact, whatever else the update tells again; without an id its content is its key. */
  (chance) => {
    const [first, second] = [digits(chance, chance.pick([5, 16, 20])), digits(chance, 6)]
    const number = chance.pick(['1001', 'WC-1001', null])
    const shown = number ?? '6002'
    const nameless = { reason: 'Lost', total: '-3.00' }
    const refunds = [
      { id: first, reason: ' Too\nsmall ', total: '-5.00' },
      { id: Number(second), reason: '', total: -7 },
      { id: 9, reason: null, total: '' },
      { id: '9', reason: null, total: '' },
      nameless,
      { reason: 'Lost', total: '-4.00' },
      nameless,
      'odd',
    ]
    const text = json({ ...order({ number, currency: 'EUR', refunds }) })
    const key = (reason: string, total: string) => `refund/sha256:${sha256(`6002\n${total}\n${reason}\n`)}`
    const words = (id: string, amount: string, why: string) =>
      `WooCommerce refund ${id} on order ${shown}${amount === '' ? '' : `: ${amount} EUR`}.${why}`
    const becomes = [
      commentOn(shown, `refund/${first}`, words(first, '5.00', ' Reason:'), { note: 'Too\nsmall' }),
      commentOn(shown, `refund/${second}`, words(second, '7', '')),
      commentOn(shown, 'refund/9', words('9', '', '')),
      commentOn(shown, key('Lost', '-3.00'), words('without an id', '3.00', ' Reason:'), { note: 'Lost' }),
      commentOn(shown, key('Lost', '-4.00'), words('without an id', '4.00', ' Reason:'), { note: 'Lost' }),
      commentOn(shown, `${key('Lost', '-3.00')}#1`, words('without an id', '3.00', ' Reason:'), { note: 'Lost' }),
      commentOn(shown, key('', ''), words('without an id', '', '')),
    ]
    return {
      ...{ name: 'the refunds of an update', family, settings },
      steps: [
        { text, topic, hears: 'accepted', becomes },
        { text, topic, id: 'other', hears: 'duplicate' },
        { text: `${text}\n`, topic, hears: 'accepted', becomes },
      ],
      labels: { [`#${shown}`]: [shown] },
    }
  },
  /** What reports nothing is no event, and still names its label. */
  (chance) => {
    const about = chance.pick([topic, 'order.created'])
    const isId = chance.hits(0.4)
    const number = isId ? chance.pick(['', null]) : chance.pick(['1001', 1001])
    return {
      ...{ name: 'an update without news', family, settings },
      steps: [{ text: json(order({ number, refunds: [] })), topic: about, hears: 'ignored' }],
      labels: { '#1001': isId ? [] : ['1001'], '6002': isId ? ['6002'] : [] },
    }
  },
  /** The topic is not signed: what is no order reports nothing, and teaches nothing. */
  (chance) => {
    const [body, hasId] = chance.pick([
      [{ id: 7, number: '77', billing_period: 'month', refunds: [{ id: 1 }] }, true],
      [{ id: 7, name: 'Mug', sku: 'MUG' }, true],
      [{ number: '77', refunds: [] }, false],
      [{ id: 7, number: '77', refunds: 'x' }, false],
    ] as const)
    const becomes = hasId
      ? failed('payload_invalid', { problem: 'not_of_topic', topic, field: 'order_key' })
      : failed('payload_invalid', { problem: 'unreadable', fields: ['id', 'refunds'] })
    const labels: Labels = hasId ? { '77': [], '7': [] } : {}
    return {
      name: 'no order',
      family,
      settings,
      steps: [{ text: json(body), topic, hears: 'accepted', becomes }],
      labels,
    }
  },
  (chance) => {
    const isAsked = chance.hits(0.7)
    const note = chance.pick(['', ' Ring\ntwice '])
    const told = `WooCommerce order 1001 was placed in the shop.${note === '' ? '' : ' The customer wrote:'}`
    const made = [commentOn('1001', 'created/6002', told, note === '' ? {} : { note: 'Ring\ntwice' })]
    const text = json(order({ customer_note: note, refunds: [] }))
    const reading: Reading = {
      ...{
        name: 'a new order of WooCommerce',
        family,
        settings: { ...settings, ...(isAsked && { on: ['order.created'] }) },
      },
      steps: [
        { text, topic: 'order.created', hears: isAsked ? 'accepted' : 'ignored', ...(isAsked && { becomes: made }) },
        { text: json(order({ refunds: [{ id: 1 }] })), topic, hears: isAsked ? 'ignored' : 'accepted' },
      ],
      labels: { '1001': ['1001'] },
    }
    return reading
  },
  /** An update of an order is no new order, also where `on` names both. */
  () => ({
    ...{
      name: 'an update beside new orders',
      family,
      settings: { ...settings, on: ['order.created', 'order.updated'] },
    },
    steps: [
      {
        ...{ text: json(order({ customer_note: 'x', refunds: [{ id: 4 }] })), topic, hears: 'accepted' },
        becomes: [commentOn('1001', 'refund/4', 'WooCommerce refund 4 on order 1001.')],
      },
    ],
  }),
]
