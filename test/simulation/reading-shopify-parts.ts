import { json, type Step } from './reading.ts'

export const settings = { kind: 'shopify' }
export const family = 'shops' as const

/** Writes integers as they are, however long: no sender rounds its own ids. */
export const raw = (content: unknown): string => json(content).replace(/"=(\d+)"/g, '$1')
export const money = (amount: string | number, currency = 'EUR') => ({
  shop_money: { amount, currency_code: currency },
  presentment_money: { amount: '99.99', currency_code: 'USD' },
})
export const gid = (type: string, id: string) => `gid://shopify/${type}/${id}`

type Refunded = { quantity?: unknown; way?: unknown; sku?: unknown; name?: unknown; subtotal?: object }
export const refundLine = ({ quantity = 1, way = 'return', sku = 'MUG-1', name = 'Mug', subtotal }: Refunded) => ({
  ...{ id: 1, quantity, restock_type: way, line_item: { id: 2, sku, name, quantity: 9 } },
  ...(subtotal && { subtotal_set: subtotal }),
})
export const refund = (id: string, orderId: string, more: object): Step['text'] =>
  raw({ id: `=${id}`, order_id: `=${orderId}`, refund_line_items: [], transactions: [], ...more })

export const topic = 'refunds/create'
