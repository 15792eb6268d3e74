import { commentOn, digits, failed, ignored, json, type Reader } from './reading.ts'

const family = 'shops' as const
const settings = { kind: 'bigcommerce' }
const hash = 'dd70c0976e06b67aaf671e73f49dcb79230ebf9d'
const about = 'store/order/refund/created'
const hook = (scope: string, data: object, more: object = {}): string =>
  json({ scope, store_id: '1025', data, hash, created_at: 1_561_479_335, producer: 'stores/x', ...more })

const statuses = [
  ...['Incomplete', 'Pending', 'Shipped', 'Partially Shipped', 'Refunded', 'Cancelled', 'Declined', 'Awaiting Payment'],
  ...['Awaiting Pickup', 'Awaiting Shipment', 'Completed', 'Awaiting Fulfillment', 'Manual Verification Required'],
  ...['Disputed', 'Partially Refunded'],
]
const named = (id: number): string => (statuses[id] ? `${statuses[id]} (${id})` : `status ${id}`)

export const bigcommerceReaders: Reader[] = [
  /** A hook that fires twice has one hash; another scope or other ids may have the same, and are other deliveries. */
  (chance) => {
    const order = chance.pick([173_331, digits(chance, 19)])
    const refund = chance.pick([15, digits(chance, 18)])
    const text = hook(about, { type: 'order', id: order, refund: { refund_id: refund } })
    const words = `BigCommerce reports refund ${refund} on order ${order}. Its lines and amount are in the shop.`
    const becomes = [commentOn(String(order), `refund/${refund}`, words)]
    const again = hook(about, { type: 'order', id: order, refund: { refund_id: refund } }, { created_at: 7 })
    const unknown = ignored('topic_not_mapped', { problem: 'topic_unknown', topic: 'store/order/updated' })
    const other = hook(about, { type: 'order', id: order, refund: { refund_id: 16 } })
    return {
      ...{ name: 'a hook that fires twice', family, settings },
      steps: [
        { text, id: 'a', hears: 'accepted', becomes },
        { text: again, id: 'b', hears: 'duplicate' },
        { text: text.replace(about, 'store/order/updated'), id: 'a', hears: 'accepted', becomes: unknown },
        { text: other, id: 'a', hears: 'accepted' },
        { text, id: 'a', offMs: -301_000, hears: 'refused' },
      ],
    }
  },
  (chance) => {
    const [from, to] = [chance.between(0, 14), chance.between(0, 16)]
    const scope = 'store/order/statusUpdated'
    const isAsked = chance.hits(0.7)
    const text = hook(scope, { type: 'order', id: 250, status: { previous_status_id: from, new_status_id: to } })
    const becomes = isAsked
      ? [commentOn('250', 'status/{delivery}', `BigCommerce set order 250 from ${named(from)} to ${named(to)}.`)]
      : ignored('topic_not_mapped', { problem: 'topic_not_on', topic: scope })
    const own = { ...settings, ...(isAsked && { on: [scope] }) }
    const refund = hook(about, { id: 1, refund: { refund_id: 2 } })
    const rest = isAsked ? { becomes: ignored('topic_not_mapped', { problem: 'topic_not_on', topic: about }) } : {}
    return {
      ...{ name: 'a new status', family, settings: own },
      steps: [
        { text, hears: 'accepted', becomes },
        { text: refund, hears: 'accepted', ...rest },
      ],
    }
  },
  (chance) => {
    const data = chance.pick([
      { id: 0, refund: { refund_id: 2 } },
      { id: 1 },
      { id: 1.5, refund: { refund_id: 2 } },
      { id: 3, refund: { refund_id: '2x' } },
    ])
    const becomes = failed('payload_invalid', { problem: 'unreadable', fields: ['data.id', 'data.refund.refund_id'] })
    return {
      name: 'ids that are none',
      family,
      settings,
      steps: [{ text: hook(about, data), hears: 'accepted', becomes }],
    }
  },
]
