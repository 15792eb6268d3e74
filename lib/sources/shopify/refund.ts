import type { LineRef } from '../../commands.ts'
import { lineBy } from '../shared/payload-parts.ts'
import { addComment, commentParcel, createReturn } from '../shared/requests.ts'
import { unreadable } from '../shared/translation.ts'
import { notMapped, type Translation } from '../source.ts'
import { exactId } from './accept.ts'
import { type Asked, parcelOf } from './parcel.ts'
import { describePaidNow, describeRefund, type RefundLine, refund, transaction } from './refund-text.ts'

/**
 * The lines that came back become a return that reports all; without any, a comment. Back is what the shop restocked as a return, and of
 * the refund of a return whatever was fulfilled; by the setting also what it did not restock, if the order is shipped.
 */
export function translateRefund(payload: unknown, { settings }: Asked): Translation {
  const parsed = refund.safeParse(payload)
  const id = parsed.data && exactId(parsed.data)
  if (!parsed.success || !id) return unreadable('id', 'order_id')
  const { order_id, return: shopReturn, refund_line_items, transactions = [] } = parsed.data
  const returnId = shopReturn ? exactId(shopReturn) : undefined
  const lines = (refund_line_items ?? []).filter((line) => line?.quantity !== 0)
  const isGoods = (line: RefundLine) => !line?.line_item?.gift_card
  const isBack = (line: RefundLine) =>
    isGoods(line) && (returnId === undefined ? line?.restock_type === 'return' : line?.restock_type !== 'cancel')
  const mayBeBack = (line: RefundLine) =>
    isGoods(line) && !isBack(line) && settings.refunds === 'shipped' && line?.restock_type === 'no_restock'
  const returned = lines.filter((line) => isBack(line) || mayBeBack(line))
  const refs = returned.flatMap(toLineRef)
  const counts = { returned: returned.length, unreadable: returned.length - refs.length }
  const text = describeRefund(parsed.data, { id, returnId, lines, ...counts })
  const order = { externalNumber: order_id }
  const pending = transactions.flatMap((one) =>
    one?.status === 'pending' && one.kind === 'refund' ? (exactId(one) ?? []) : [],
  )
  const alsoNames = pending.length > 0 ? pending.map(transactionKey) : undefined
  if (refs.length === 0) return addComment(`refund/${id}`, { order, text }, { alsoNames })
  return createReturn(
    `refund/${id}`,
    { order, lines: refs, parcel: returnId && parcelOf(returnId), text },
    {
      alsoNames,
      mayMake: settings.returns === 'never' ? false : undefined,
      ifUnshipped: lines.some(mayBeBack) ? lines.filter(isBack).flatMap(toLineRef) : undefined,
    },
  )
}

const toLineRef = (line: RefundLine): LineRef[] =>
  lineBy({ sku: line?.line_item?.sku?.trim(), name: line?.line_item?.name?.trim() }, { quantity: line?.quantity })

const transactionKey = (id: string): string => `transaction/${id}`

/** Of interest is only a refund that was pending when it was reported: that report has named it as a parcel. */
export function translateTransaction(payload: unknown): Translation {
  const parsed = transaction.safeParse(payload)
  const id = parsed.data && exactId(parsed.data)
  if (!parsed.success || !id) return unreadable('id')
  if (parsed.data.kind !== 'refund' || parsed.data.status !== 'success')
    return notMapped({ problem: 'not_reported', what: 'refund' })
  return commentParcel(transactionKey(id), transactionKey(id), describePaidNow(parsed.data))
}
