import * as z from 'zod'
import { identified, shopifyId } from './shopify-ids.ts'
import { amount, moneySet } from './shopify-money.ts'
import { optional, partsOf, quantity } from './shopify-parts.ts'

/** Of a refund only the ids are required. Every part is read for itself: an odd one never hides the others. */

const refundLine = z.object({
  quantity: optional(quantity),
  restock_type: optional(z.string().trim().toLowerCase()),
  subtotal_set: optional(moneySet),
  line_item: optional(z.object({ sku: optional(z.string()), name: optional(z.string()) })),
})
/** Undefined or null: a line that cannot be read. */
export type RefundLine = z.infer<typeof refundLine> | null | undefined

const transaction = z.object({
  kind: optional(z.string().trim().toLowerCase()),
  status: optional(z.string().trim().toLowerCase()),
  amount: optional(amount),
  currency: optional(z.string()),
})
export type RefundTransaction = z.infer<typeof transaction> | null | undefined

const shippingLine = z.object({
  shipping_line: optional(z.object({ title: optional(z.string()) })),
  subtotal_amount_set: optional(moneySet),
})
export type RefundShipping = z.infer<typeof shippingLine> | null | undefined

const adjustment = z.object({
  kind: optional(z.string().trim().toLowerCase()),
  reason: optional(z.string()),
  amount: optional(amount),
  amount_set: optional(moneySet),
})
export type RefundAdjustment = z.infer<typeof adjustment> | null | undefined

/** The message of refunds/create. A list is undefined where it is none. */
export const refund = identified.extend({
  order_id: shopifyId,
  note: optional(z.string()),
  refund_line_items: partsOf(refundLine),
  refund_shipping_lines: partsOf(shippingLine),
  order_adjustments: partsOf(adjustment),
  total_duties_set: optional(moneySet),
  total_additional_fees_set: optional(moneySet),
  transactions: partsOf(transaction),
})
export type Refund = z.infer<typeof refund>
