import { expect, it } from 'vitest'
import { shopify } from '../../lib/sources/shopify.ts'
import { shopware } from '../../lib/sources/shopware.ts'
import { woocommerce } from '../../lib/sources/woocommerce.ts'
import { sourceOfKind } from '../../lib/sources/registry.ts'
import { delivery, settings, eventOf } from '../sources/deliveries.ts'
const show = (x: unknown) => console.log(JSON.stringify(x))
const t = (topic: string, body: unknown, on?: string[]) => {
  const from = delivery({ headers: { 'x-shopify-topic': topic }, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) })
  return shopify.translate(eventOf(shopify, from), settings(on ? { on } : {}))
}
it('refund', () => {
  const base = { id: 9, order_id: 5 }
  show(['negative', t('refunds/create', { ...base, refund_line_items: [{ quantity: -1, restock_type: 'return', line_item: { sku: 'A', name: 'Mug' } }, { quantity: 1, restock_type: 'return', line_item: { sku: 'B', name: 'Pot' } }] })])
  show(['neg text', t('refunds/create', { ...base, refund_line_items: [{ quantity: '-1', restock_type: 'return', line_item: { sku: 'A', name: 'Mug' } }] })])
  show(['float text', t('refunds/create', { ...base, refund_line_items: [{ quantity: '1.0', restock_type: 'return', line_item: { sku: 'A', name: 'Mug' } }] })])
  show(['sku number', t('refunds/create', { ...base, refund_line_items: [{ quantity: 1, restock_type: 'return', line_item: { sku: 12345, name: 'Mug' } }] })])
  show(['note number', t('refunds/create', { ...base, note: 42, refund_line_items: null, transactions: [{ kind: 'REFUND', status: 'Success', amount: 12.5, currency: 'EUR' }, { kind: 'refund', status: 'pending', amount: '3' }, null, 7, { kind: 'refund', status: 'success', amount: null }] })])
  show(['601 lines', JSON.stringify(t('refunds/create', { ...base, refund_line_items: Array.from({ length: 501 }, (_, i) => ({ quantity: 1, restock_type: 'return', line_item: { sku: 'S' + i, name: 'Mug' } })) })).slice(0, 300)])
  show(['long sku', t('refunds/create', { ...base, refund_line_items: [{ quantity: 1, restock_type: 'return', line_item: { sku: 'x'.repeat(201), name: 'Mug' } }] })])
  show(['no_restock null sku', t('refunds/create', { ...base, refund_line_items: [{ quantity: '2', restock_type: ' Return ', line_item: { sku: null, name: 'Mug' } }] })])
  show(['order_id text gid', t('refunds/create', { id: 9, order_id: 'gid://shopify/Order/5' })])
  show(['order_id 0', t('refunds/create', { id: 9, order_id: 0 })])
  show(['amount obj', t('refunds/create', { ...base, transactions: [{ kind: 'refund', status: 'success', amount: { a: 1 } }], order_adjustments: [{ kind: 'refund_discrepancy', amount: -1 }] })])
  show(['price presentment', t('refunds/create', { ...base, refund_shipping_lines: [{ subtotal_amount_set: { presentment_money: { amount: '5', currency_code: 'CHF' } } }] })])
})
it('returns', () => {
  for (const order of [null, undefined, {}, { id: null }, [], 0, 'x', { id: '5' }, { admin_graphql_api_id: 'gid://shopify/Order/5' }]) show(['decline', order, t('returns/decline', { id: 3, order, decline: { reason: 'other', note: 'x' } }, ['returns/decline'])])
  show(t('returns/approve', { id: 3, order: { id: 5 }, name: '#1-R1', total_return_line_items: 2, return_line_items: [{ quantity: 1, return_reason: 'size_too_small', restocking_fee: { percentage: '10.0' } }, null, { quantity: '2', customer_note: 'x\ny' }], return_shipping_fees: { amount_set: { shop_money: { amount: 5, currency_code: 'EUR' } } }, exchange_line_items: [{ line_item: { name: 'M', quantity: 1 } }, null] }))
})
it('shopware', () => {
  const s = (deliveries: unknown, event = 'state_enter.order_delivery.state.returned') => {
    const from = delivery({ body: Buffer.from(JSON.stringify({ data: { event, payload: { order: { id: 'a', orderNumber: '#10042', deliveries } } }, source: { shopId: 's', eventId: 'e' } })) })
    const r: any = shopware.translate(eventOf(shopware, from), settings())
    return r.commands?.map((c: any) => `${c.type} ${JSON.stringify(c.order)} ${JSON.stringify(c.lines)}`) ?? r
  }
  for (const d of [null, [], {}, [null], [7], [{}], [{ stateMachineState: null }], [{ stateMachineState: { technicalName: 'returned' } }], [{ stateMachineState: { technicalName: 'open' } }], [{}, {}], [{ shippingCosts: { totalPrice: 5 } }, { shippingCosts: { totalPrice: -5 } }], [{ shippingCosts: { totalPrice: 5 } }, { shippingCosts: { totalPrice: 0 } }], [{ shippingCosts: { totalPrice: 5 } }, { shippingCosts: { totalPrice: '-5' } }], [{ shippingCosts: null }, { shippingCosts: { totalPrice: -0.01 } }]]) show([d, s(d)])
})
it('woo', () => {
  const w = (o: object) => { const from = delivery({ headers: { 'x-wc-webhook-topic': 'order.updated' }, body: Buffer.from(JSON.stringify({ id: 5, number: '#123', ...o })) }); return woocommerce.translate(eventOf(woocommerce, from), settings()) }
  show(w({ refunds: [{ id: null, total: '-5' }, { id: 8, total: -3, reason: null }, null, 'x', { id: -4 }, { id: '9', total: {} }] }))
  show(w({ refunds: { 0: { id: 7, total: '-1' } } }))
  show(w({ status: 'withdrawn', meta_data: [null, { key: '_is_full_withdrawal', value: 'yes' }] }))
})
