import * as z from 'zod'
import { type LineRef, lineRef } from '../../commands.ts'
import { optional } from '../shared/payload-parts.ts'
import { addComment, brief, clip, createReturn, unreadable } from '../shared/translation.ts'
import type { Translation } from '../source.ts'
import { exactId } from './accept.ts'
import { describeRefund, type RefundLine, refund } from './refund-text.ts'
import { identified, shopifyId } from './values.ts'

const order = identified.extend({
  name: optional(z.string()),
  cancelled_at: optional(z.string()),
  cancel_reason: optional(z.string()),
})

const cancelReasons: Record<string, string> = {
  customer: 'the customer changed or cancelled the order',
  fraud: 'the payment looked fraudulent',
  inventory: 'the goods are not in stock',
  declined: 'the payment was declined',
  staff: 'a mistake of the staff',
  other: 'another reason',
}

/** orders/cancelled: the message is the order. The comment names its label and the reason. */
export function translateCancelled(payload: unknown): Translation {
  const parsed = order.safeParse(payload)
  const id = parsed.data && exactId(parsed.data)
  if (!parsed.success || !id) return unreadable('id')
  const { name, cancelled_at, cancel_reason } = parsed.data
  const reason =
    cancel_reason &&
    (Object.hasOwn(cancelReasons, cancel_reason) ? cancelReasons[cancel_reason] : brief(cancel_reason, 100))
  const label = brief(name, 60) ?? id
  const text = `Order ${label} was cancelled in the shop${cancelled_at ? ` at ${brief(cancelled_at, 40)}` : ''}. Reason: ${reason || 'none given'}.`
  return addComment(`cancelled/${id}`, { order: { externalNumber: id }, text })
}

const changes = z.array(z.object({ delta: z.number() }))
const edit = z.object({
  order_edit: identified.extend({
    order_id: shopifyId,
    staff_note: optional(z.string()),
    line_items: optional(z.object({ additions: optional(changes), removals: optional(changes) })),
  }),
})

/** orders/edited: the number of pieces added and removed. The message has neither SKU nor order label. */
export function translateEdited(payload: unknown): Translation {
  const parsed = edit.safeParse(payload)
  const id = parsed.data && exactId(parsed.data.order_edit)
  if (!parsed.success || !id) return unreadable('order_edit.id', 'order_edit.order_id')
  const { order_id, staff_note, line_items } = parsed.data.order_edit
  const note = clip(staff_note, 2_000)
  const text =
    `The order was edited in the shop (Shopify edit ${id}): ${count(line_items?.additions)} added, ` +
    `${count(line_items?.removals)} removed.${note ? ' Note:' : ''}`
  return addComment(`edited/${id}`, { order: { externalNumber: order_id }, text, note })
}

function count(lines: { delta: number }[] | null | undefined): string {
  const pieces = (lines ?? []).reduce((sum, line) => sum + line.delta, 0)
  return `${pieces} ${pieces === 1 ? 'piece' : 'pieces'}`
}

/** The lines that came back (`restock_type` return) become a return that reports all; without any, a comment. */
export function translateRefund(payload: unknown): Translation {
  const parsed = refund.safeParse(payload)
  const id = parsed.data && exactId(parsed.data)
  if (!parsed.success || !id) return unreadable('id', 'order_id')
  const lines = (parsed.data.refund_line_items ?? []).filter((line) => line?.quantity !== 0)
  const returned = lines.filter((line) => line?.restock_type === 'return')
  const refs = returned.flatMap(toLineRef)
  const counts = { returned: returned.length, unreadable: returned.length - refs.length }
  const text = describeRefund(parsed.data, { id, lines, ...counts })
  const order = { externalNumber: parsed.data.order_id }
  if (refs.length === 0) return addComment(`refund/${id}`, { order, text })
  return createReturn(`refund/${id}`, { order, lines: refs, text })
}

/** The line by its SKU and its name, or by either; none if neither or no quantity can be read. */
function toLineRef(line: RefundLine): LineRef[] {
  const [sku, name] = [line?.line_item?.sku?.trim(), line?.line_item?.name?.trim()]
  const { quantity } = line ?? {}
  const named = sku ? [...(name ? [{ sku, name }] : []), { sku }] : [{ name }]
  const [checked] = named.flatMap((one) => lineRef.safeParse({ ...one, quantity }).data ?? [])
  return checked ? [checked] : []
}
