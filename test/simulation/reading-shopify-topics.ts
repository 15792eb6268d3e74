import { commentOn, digits, failed, ignored, json, type Reader, type Step } from './reading.ts'
import { family, gid, raw, refund, settings, topic } from './reading-shopify-parts.ts'

export const shopifyTopicReaders: Reader[] = [
  (chance) => {
    const why = chance.pick([
      ['customer', 'the customer changed or cancelled the order'],
      ['fraud', 'the payment looked fraudulent'],
      ['inventory', 'the goods are not in stock'],
      ['declined', 'the payment was declined'],
      ['staff', 'a mistake of the staff'],
      ['other', 'another reason'],
      ['strange  thing', 'strange thing'],
      [null, 'none given'],
    ] as const)
    const named = chance.hits(0.7) ? { name: '#1001' } : {}
    const at = '2026-03-01T10:00:00+01:00'
    const body = { id: '=1234567890123456789', admin_graphql_api_id: gid('Order', '1234567890123456789') }
    const text = raw({ ...body, ...named, cancelled_at: at, cancel_reason: why[0] })
    const told = `Order ${'name' in named ? '#1001' : '1234567890123456789'} was cancelled in the shop at ${at}. Reason: ${why[1]}.`
    const becomes = [commentOn('1234567890123456789', 'cancelled/1234567890123456789', told)]
    const steps: Step[] = [{ text, topic: 'orders/cancelled', hears: 'accepted', becomes }]
    return { name: 'a cancelled order', family, settings, steps }
  },
  (chance) => {
    const isAsked = chance.hits(0.7)
    const [more, fewer] = [chance.between(0, 3), chance.between(0, 3)]
    const additions = Array.from({ length: 2 }, () => ({ delta: more }))
    const body = { id: 5, order_id: '=8100000000000000123', line_items: { additions, removals: [{ delta: fewer }] } }
    const text = raw({ order_edit: { ...body, staff_note: 'Two more' } })
    const pieces = (count: number) => `${count} ${count === 1 ? 'piece' : 'pieces'}`
    const told = `The order was edited in the shop (Shopify edit 5): ${pieces(2 * more)} added, ${pieces(fewer)} removed. Note:`
    const becomes = isAsked
      ? [commentOn('8100000000000000123', 'edited/5', told, { note: 'Two more' })]
      : ignored('topic_not_mapped', { problem: 'topic_not_on', topic: 'orders/edited' })
    return {
      ...{ name: 'an edited order', family, settings: { ...settings, ...(isAsked && { on: ['orders/edited'] }) } },
      steps: [{ text, topic: 'orders/edited', hears: 'accepted', becomes }],
    }
  },
  /** The topic is not signed: under another one the same body is refused, and is another delivery. */
  (chance) => {
    const returned = { id: 1, order: { id: 2 }, return_line_items: [] }
    const cases: [string, object, string][] = [
      ['refunds/create', { id: 1, order_id: 2 }, 'refund_line_items'],
      ['refunds/create', { id: 1, order_id: 2, admin_graphql_api_id: gid('Order', '1') }, 'admin_graphql_api_id'],
      ['orders/cancelled', { id: 1, cancelled_at: null }, 'cancelled_at'],
      ['orders/cancelled', { id: 1, cancelled_at: ' ' }, 'cancelled_at'],
      ['returns/request', { ...returned, status: 'new' }, 'status'],
      ['returns/approve', { ...returned, status: 'requested' }, 'status'],
      ['returns/approve', { ...returned, status: 'declined' }, 'status'],
      ['returns/close', { ...returned, status: 'open' }, 'status'],
      ['returns/cancel', { ...returned, status: 'closed' }, 'status'],
      ['returns/decline', { ...returned, status: 'open' }, 'status'],
    ]
    const [name, body, field] = chance.pick(cases)
    const becomes = failed('payload_invalid', { problem: 'not_of_topic', topic: name, field })
    const on = [
      'refunds/create',
      'orders/cancelled',
      ...['request', 'approve', 'decline', 'cancel', 'close'].map((one) => `returns/${one}`),
    ]
    const steps: Step[] = [{ text: json(body), topic: name, hears: 'accepted', becomes }]
    return { name: `a body that is not of ${name}`, family, settings: { ...settings, on }, steps }
  },
  /** One webhook id: the same bytes under the same topic are a duplicate, and nothing else is. The fact keeps its key. */
  (chance) => {
    const text = refund('4711', '88', {})
    const told = 'Shopify refund 4711 on order 88: no line was restocked as a return.'
    const becomes = [commentOn('88', 'refund/4711', told)]
    const id = `w-${chance.between(1, 99)}`
    const unknown = ignored('topic_not_mapped', { problem: 'topic_unknown', topic: 'refunds/other' })
    const isTest = chance.pick(['true', 'false'])
    const tested = isTest === 'true' ? ignored('test_delivery', { sender: 'Shopify' }) : becomes
    return {
      ...{ name: 'one refund, delivered again', family, settings },
      steps: [
        { text, topic, id, hears: 'accepted', becomes },
        { text, topic, id, hears: 'duplicate' },
        { text, topic, id: `${id}x`, hears: 'accepted', becomes },
        { text, topic: 'refunds/other', id, hears: 'accepted', becomes: unknown },
        { text, topic, id, headers: { 'x-shopify-test': isTest }, hears: 'accepted', becomes: tested },
        { text: `${text} `, topic, id, hears: 'accepted', becomes },
        { text, topic, id: 'an odd id!', hears: 'accepted', becomes },
        { text, topic, id: 'another odd id!', hears: 'duplicate' },
      ],
    }
  },
  /** What names a label alone is no event; a test teaches nothing, and neither does what is no order. */
  (chance) => {
    const name = chance.pick(['#1001', 'EN1001', ' #1001 '])
    const id = digits(chance, chance.pick([13, 18]))
    // Many tools round a long number.
    const order = { id: `=${id.slice(0, -2)}00`, admin_graphql_api_id: gid('Order', id), name, order_number: 1001 }
    const about = chance.pick(['orders/create', 'orders/updated'])
    const { order_number: _, ...withoutNumber } = order
    const draft = { ...withoutNumber, admin_graphql_api_id: gid('DraftOrder', '5'), name: '#D5' }
    return {
      ...{ name: 'the label of an order', family, settings },
      steps: [
        { text: raw({ ...order, order_number: 1001 }), topic: about, hears: 'ignored' },
        {
          text: raw({ ...order, name: '#T77', order_number: 77 }),
          topic: about,
          headers: { 'x-shopify-test': 'true' },
          hears: 'ignored',
        },
        { text: raw({ ...draft, order_number: 5 }), topic: about, hears: 'ignored' },
        { text: raw({ id: 6, order_id: 7, name: '#R6', order_number: 6 }), topic: about, hears: 'ignored' },
        { text: raw({ id: 8, name: '#N8', order_number: 9 }), topic: about, hears: 'ignored' },
        { text: raw({ ...order, name: '#1001' }), topic: 'orders/paid', hears: 'accepted' },
      ],
      labels: { [name.trim()]: [id], '1001': [id], '#T77': [], '77': [], D5: [], R6: [], n8: ['8'], '9': [] },
    }
  },
]
