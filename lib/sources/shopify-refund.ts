import * as z from 'zod'
import type { LineRef } from '../commands.ts'
import { exactId, identified, optional, shopifyId } from './shopify-ids.ts'
import type { Translation } from './source.ts'
import { addComment, clip, createReturn, mappingFailed, unreadable } from './translation.ts'

const money = z.object({ amount: z.string(), currency_code: z.string() })

const refundLine = z.object({
  quantity: z.number(),
  restock_type: optional(z.string()),
  subtotal_set: optional(z.object({ shop_money: money })),
  line_item: optional(z.object({ sku: optional(z.string()), name: optional(z.string()) })),
})
type RefundLine = z.infer<typeof refundLine>

const refund = identified.extend({
  order_id: shopifyId,
  note: optional(z.string()),
  refund_line_items: z.array(refundLine).nullish(),
  transactions: optional(
    z.array(z.object({ kind: optional(z.string()), amount: z.string(), currency: optional(z.string()) })),
  ),
})
type Refund = z.infer<typeof refund>

/** refunds/create: the lines that came back (`restock_type` return) become one return. Without any, the refund becomes a comment. */
export function translateRefund(payload: unknown): Translation {
  const parsed = refund.safeParse(payload)
  const id = parsed.data && exactId(parsed.data)
  if (!parsed.success || !id) return unreadable('id', 'order_id', 'refund_line_items')
  const lines = (parsed.data.refund_line_items ?? []).filter((line) => line.quantity > 0)
  const returned = lines.filter((line) => line.restock_type === 'return')
  const order = { externalNumber: parsed.data.order_id }
  if (returned.length === 0) return addComment(`refund/${id}`, { order, text: describeRefund(id, parsed.data, lines) })
  const refs = returned.map(toLineRef)
  if (!refs.every((ref) => ref !== undefined)) {
    return mappingFailed({ problem: 'none_of', fields: ['line_item.sku', 'line_item.name'] })
  }
  return createReturn(`refund/${id}`, { order, lines: refs, note: clip(parsed.data.note, 5_000) })
}

function toLineRef({ quantity, line_item }: RefundLine): LineRef | undefined {
  const [sku, name] = [line_item?.sku?.trim(), line_item?.name?.trim()]
  if (sku) return { sku, quantity }
  return name ? { name, quantity } : undefined
}

function describeRefund(id: string, { order_id, note, transactions }: Refund, lines: RefundLine[]): string {
  const paid = (transactions ?? [])
    .filter((transaction) => transaction.kind === 'refund')
    .map((transaction) => [transaction.amount, transaction.currency].filter(Boolean).join(' '))
  const shown = lines.slice(0, 40).map(describeLine)
  return [
    `Shopify refund ${id} on order ${order_id}: no line was restocked as a return.`,
    ...shown,
    ...(lines.length > shown.length ? [`- and ${lines.length - shown.length} more lines`] : []),
    ...(paid.length > 0 ? [`Paid back: ${paid.slice(0, 20).join(', ')}.`] : []),
    ...(clip(note, 2_000) ? [`Note: ${clip(note, 2_000)}`] : []),
  ].join('\n')
}

function describeLine({ quantity, restock_type, subtotal_set, line_item }: RefundLine): string {
  const name = clip(line_item?.name, 100) ?? 'a line without a name'
  const sku = clip(line_item?.sku, 60)
  const price = subtotal_set && `${subtotal_set.shop_money.amount} ${subtotal_set.shop_money.currency_code}`
  return [`- ${quantity} x ${name}${sku ? ` (${sku})` : ''}`, restock_type ?? 'not restocked', price]
    .filter(Boolean)
    .join(', ')
}
