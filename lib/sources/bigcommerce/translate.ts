import * as z from 'zod'
import { addComment } from '../shared/requests.ts'
import { signBy } from '../shared/signature.ts'
import { byTopic, deliveryKeyOf, type Naming, unreadable } from '../shared/translation.ts'
import type { Source, SourceEvent, Translation } from '../source.ts'
import { acceptBigcommerce, bigcommerceScheme } from './accept.ts'

/** BigCommerce sends only ids (`{scope, data: {id, ...}}`). The message of a refund has no lines and no amount. */

const id = z.union([z.int().positive(), z.string().regex(/^\d{1,20}$/)]).transform(String)
const statusId = z.int().min(0).max(999)
const refundData = z.object({ id, refund: z.object({ refund_id: id }) })
const statusData = z.object({ id, status: z.object({ previous_status_id: statusId, new_status_id: statusId }) })
function toRefund(data: unknown): Translation {
  const refund = refundData.safeParse(data)
  if (!refund.success) return unreadable('data.id', 'data.refund.refund_id')
  const refundId = refund.data.refund.refund_id
  const text = `BigCommerce reports refund ${refundId} on order ${refund.data.id}. Its lines and amount are in the shop.`
  return addComment(`refund/${refundId}`, { order: { externalNumber: refund.data.id }, text })
}

const statuses = [
  'Incomplete',
  'Pending',
  'Shipped',
  'Partially Shipped',
  'Refunded',
  'Cancelled',
  'Declined',
  'Awaiting Payment',
  'Awaiting Pickup',
  'Awaiting Shipment',
  'Completed',
  'Awaiting Fulfillment',
  'Manual Verification Required',
  'Disputed',
  'Partially Refunded',
]
const nameOf = (status: number) => (statuses[status] ? `${statuses[status]} (${status})` : `status ${status}`)

function toStatusComment(data: unknown, event: SourceEvent): Translation {
  const change = statusData.safeParse(data)
  if (!change.success) return unreadable('data.id', 'data.status')
  const { id, status } = change.data
  const text = `BigCommerce set order ${id} from ${nameOf(status.previous_status_id)} to ${nameOf(status.new_status_id)}.`
  return addComment(`status/${deliveryKeyOf(event)}`, { order: { externalNumber: id }, text })
}

/** A hook of one channel reports the same under a scope of its own. */
const plainScope = (scope: unknown) =>
  typeof scope === 'string' ? scope.replace(/^store\/channel\/\d{1,10}\//, 'store/') : undefined

const named: Naming = { name: 'scope', read: ({ scope, data }) => ({ topic: plainScope(scope), payload: data }) }

export const bigcommerce: Source = {
  ...acceptBigcommerce,
  ownNumbers: true,
  ...byTopic(named, {
    mappings: { 'store/order/refund/created': toRefund, 'store/order/statusUpdated': toStatusComment },
    reports: [
      { topics: ['store/order/refund/created'], kind: 'refund', effect: 'comment' },
      { topics: ['store/order/statusUpdated'], effect: 'comment', onRequest: true },
    ],
  }),
  takes: [],
  sign: signBy(bigcommerceScheme),
}
