import { type LineRef, lineRef } from '../../commands.ts'
import { addComment, createReturn, unreadable } from '../shared/translation.ts'
import type { Translation } from '../source.ts'
import { exactId } from './accept.ts'
import { describeRefund, type RefundLine, refund } from './refund-text.ts'

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
