import * as z from 'zod'
import { optional } from '../shared/payload-parts.ts'
import { addComment, brief, clip, unreadable } from '../shared/translation.ts'
import type { Translation } from '../source.ts'
import { exactId } from './accept.ts'
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
