import { commentOn, ignored, json, type Reader, returnOf } from './reading.ts'

const family = 'shops' as const
const topic = 'order.updated'
const settings = { kind: 'woocommerce' }
const order = (more: object) => ({ id: 6002, number: '1001', order_key: 'wc_1', status: 'processing', ...more })
const declared =
  'The customer has withdrawn from the contract. Declared at 2026-03-02 09:00 UTC, received at 2026-03-02 09:00 UTC.'

export const woocommerceNewsReaders: Reader[] = [
  /** A cancellation has no topic: an update says it, where `on` asks for it. */
  (chance) => {
    const on = chance.pick([null, ['order.cancelled'], ['order.updated', 'order.cancelled']])
    const text = json(order({ status: 'cancelled', refunds: [{ id: 4, total: '-1.00' }] }))
    const refund = commentOn('1001', 'refund/4', 'WooCommerce refund 4 on order 1001: 1.00.')
    const cancelled = commentOn('1001', 'cancelled/6002', 'WooCommerce order 1001 was cancelled in the shop.')
    const becomes = [...(on?.[0] === 'order.cancelled' ? [] : [refund]), ...(on ? [cancelled] : [])]
    const open = json(order({ status: 'on-hold', refunds: [] }))
    return {
      ...{ name: 'a cancelled order of WooCommerce', family, settings: { ...settings, ...(on && { on }) } },
      steps: [
        {
          text,
          topic: chance.pick(on ? [topic, 'order.created'] : [topic]),
          hears: 'accepted',
          ...(on?.length !== 2 && { becomes }),
        },
        { text: open, topic, hears: 'ignored' },
        {
          text: open,
          topic: 'product.updated',
          hears: 'accepted',
          becomes: ignored('topic_not_mapped', { problem: 'topic_unknown', topic: 'product.updated' }),
        },
      ],
    }
  },
  /** A withdrawal counts whatever `on` names, once for each order. */
  (chance) => {
    const status = chance.pick(['pending-wdraw', 'withdrawn'])
    const isWhole = chance.hits(0.5)
    const makesReturn = chance.hits(0.5)
    const on = chance.pick([null, ['order.created']])
    const meta = [
      { id: 1, key: '_other', value: 'yes' },
      5,
      { id: 2, key: '_is_full_withdrawal', value: isWhole ? 'yes' : 'no' },
    ]
    const about = isWhole ? 'It is about the whole order.' : 'The sender does not say which articles it is about.'
    const becomes = [
      commentOn('1001', 'withdrawn/6002', `${declared}\n${about}`),
      ...(makesReturn && isWhole ? [returnOf('1001', 'withdrawn/6002/return', 'all')] : []),
    ]
    const text = json(order({ status, meta_data: meta, refunds: [] }))
    const withdrawals = makesReturn ? ('return' as const) : chance.pick([null, 'comment'] as const)
    const own = { ...settings, ...(on && { on }), ...(withdrawals && { withdrawals }) }
    return {
      ...{ name: 'a withdrawal of WooCommerce', family, settings: own },
      steps: [{ text, topic: chance.pick([topic, 'order.created']), hears: 'accepted', ...(!on && { becomes }) }],
    }
  },
  /** The ping of a new webhook is answered, and only that. */
  (chance) => {
    const id = chance.between(1, 9_999)
    const unsigned = { 'x-wc-webhook-signature': undefined, 'x-wc-webhook-topic': undefined }
    const contentType = 'application/x-www-form-urlencoded'
    return {
      ...{ name: 'the ping of WooCommerce', family, settings },
      steps: [
        { text: `webhook_id=${id}`, contentType, headers: unsigned, hears: 'ignored' },
        { text: `webhook_id=${id}&x=1`, contentType, headers: unsigned, hears: 'refused' },
        { text: `webhook_id=x${id}`, contentType, headers: unsigned, hears: 'refused' },
        { text: json(order({})), headers: unsigned, hears: 'refused' },
      ],
    }
  },
  /** Without a secret it would tell the merchant that the webhook works. */
  () => {
    const text = 'webhook_id=5'
    const headers = { 'x-wc-webhook-signature': undefined }
    const step = { text, headers, secret: 'a-secret-of-the-shop', hears: 'refused' as const }
    return { name: 'a ping without a secret', family, settings, secrets: ['short'], steps: [step] }
  },
  /** WooCommerce signs with its secret as text whose entities are read. */
  (chance) => {
    const typed = chance.pick(['my-secret-&amp;-yours-1', 'my-secret-&lt;-yours-1'])
    const plain = typed.replace('&amp;', '&').replace('&lt;', '<')
    const text = json(order({ refunds: [] }))
    return {
      ...{ name: 'a secret with entities', family, settings, secrets: [typed] },
      steps: [
        { text, topic, secret: plain, hears: 'ignored' },
        { text, topic, secret: `${plain} `, hears: 'refused' },
      ],
    }
  },
]
