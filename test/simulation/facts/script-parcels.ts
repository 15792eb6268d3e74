import { shopify } from '../../../lib/sources/shopify/translate.ts'
import type { Delivery, Draw, Line, Parcel, ScriptedOrder } from './fact.ts'
import { deliveryIdOf } from './is-of-delivery.ts'

const minute = 60_000
/** No order of a script has so many. */
const index = 7
const orderId = 10_001 + index

/**
 * Parcels of one article, of one piece each, and who reports each of them: a form, the shop, a person who enters its return, or the
 * connector that passes the return on to the shop as a refund: the shop refunds a piece once, because two refunds of it are two facts. Of two
 * parcels one kind reports both: else nobody could know that they are two.
 */
export function writeParcels(draw: Draw): { order: ScriptedOrder; parcels: Parcel[] } {
  const { chance } = draw
  const line: Line = { itemId: orderId * 100, variationId: orderId * 100 + 50, sku: `SKU-${orderId}`, quantity: 4 }
  const order = {
    ...{ id: orderId, externalNumber: String(6_203_001_000 + index), lines: [line], isOfParcels: true as const },
    ...{ appearsAfter: 0, earlierReturns: 0 },
  }
  const common = chance.pick(['form', 'shop'] as const)
  const count = chance.between(1, 2)
  const parcels = Array.from({ length: count }, (_, at) => parcelOf(draw, { order, line, at, common, count }))
  return { order, parcels }
}

type Drawn = { order: ScriptedOrder; line: Line; at: number; common: 'form' | 'shop'; count: number }

function parcelOf({ chance, faultyMs }: Draw, { order, line, at, common, count }: Drawn): Parcel {
  const soon = () => (chance.hits(0.4) ? chance.between(0, 5_000) : chance.between(0, faultyMs * 0.8))
  const isReported = (by: 'form' | 'shop') => (count > 1 && common === by) || chance.hits(0.6)
  const tag = `parcel-${at + 1}`
  const byHandAt = chance.hits(0.5) ? soon() : undefined
  const isOfForm = isReported('form')
  const isOfShop = isReported('shop')
  const deliveries: Delivery[] = [
    ...(isOfForm ? [formOf(tag, { order, line, atMs: soon() })] : []),
    ...(isOfShop ? [refundOf({ order, line, atMs: soon(), id: 910_000 + at })] : []),
    ...(byHandAt !== undefined && !isOfShop && chance.hits(0.4)
      ? [refundOf({ order, line, atMs: byHandAt + chance.between(0, 10 * minute), id: 920_000 + at })]
      : []),
  ]
  const isReportedAtAll = deliveries.length > 0 || byHandAt !== undefined
  return {
    line,
    deliveries: isReportedAtAll ? deliveries : [formOf(tag, { order, line, atMs: soon() })],
    ...(byHandAt !== undefined && { byHandAt }),
    ...(chance.hits(0.3) && { mistakenAt: soon() }),
  }
}

type Report = { order: ScriptedOrder; line: Line; atMs: number }

function formOf(tag: string, { order, line, atMs }: Report): Delivery {
  const data = { order: { id: order.id }, lines: [{ sku: line.sku, quantity: 1 }] }
  return { source: 'form', id: tag, body: { type: 'return.requested', timestamp: '2026-03-02T09:00:00Z', data }, atMs }
}

function refundOf({ order, line, atMs, id }: Report & { id: number }): Delivery {
  const item = { quantity: 1, restock_type: 'return', line_item: { sku: line.sku, name: 'Mug' } }
  const body = { id, order_id: Number(order.externalNumber), refund_line_items: [item] }
  const topic = 'refunds/create'
  return { source: 'shop', topic, id: deliveryIdOf(shopify, topic, body), body, atMs }
}
