import { type Constants, isCancelled } from '../back-office/constants.ts'
import { carriesMarker, commentPlainText } from '../back-office/resources/comments.ts'
import { refersTo } from '../back-office/resources/order-filter.ts'
import type { Comment, Order } from '../back-office/resources/schemas.ts'
import { isOpen } from '../inbox/event.ts'
import type { Finding } from '../reasons.ts'
import { type ItemId, isOpenWrite, orderIn, type RecordItem, type WriteRecord } from '../state/write-record.ts'
import { commentMarker, namesOther } from '../workflow/kinds/comment-text.ts'
import type { Auditor } from './auditor.ts'
import { type Reader, Unreadable } from './reader.ts'
import { type SettledItem, settleItem, type Unclear } from './settle-item.ts'

type MadeReturn = { event: string; orderId: number; returnId: number; linked: true | undefined }

/** A return that an event is done with, against what the back office has under its id; `found` undefined: nothing. */
export function judgeReturn(
  { linked, ...ids }: MadeReturn,
  found: Order | undefined,
  constants: Constants,
): Finding | undefined {
  const one = { ...ids, ...(linked && { linked }) }
  if (!found) return { what: 'return_gone', ...one }
  if (found.typeId !== constants.orderTypes.return) return { what: 'return_gone', ...one, typeId: found.typeId }
  if (isCancelled(found.statusId, constants.statuses)) return { what: 'return_cancelled', ...one }
  if (found.orderReferences && !refersTo(found, ids.orderId)) return { what: 'return_of_another_order', ...one }
  return undefined
}

type CommentFacts = { event: string; key: string; orderId: number; commentId?: number; returnId?: number | undefined }

/** Against all comments of its order; none listed: there is no such order. `returnId`: what it is about. */
export function judgeComment(facts: CommentFacts, listed?: readonly Comment[]): Finding | undefined {
  const { key, returnId, ...ids } = facts
  const shown = (listed ?? []).map(({ id, text }) => ({ id, text: commentPlainText(text) }))
  const own = shown.filter(({ text }) => !namesOther(text, returnId))
  // Of the command itself, or of its return.
  const markers = [key, `${key}/comment`].map(commentMarker)
  const carriers = markers.map((marker) => own.filter(({ text }) => carriesMarker(text, marker)))
  const twice = carriers.find(({ length }) => length > 1)
  if (twice) return { what: 'comment_twice', ...ids, ids: twice.flatMap(({ id }) => id ?? []) }
  if (carriers.flat().length > 0 || listed?.some(({ id }) => id === ids.commentId)) return undefined
  return { what: 'comment_gone', ...ids, ...(!listed && { withOrder: true }) }
}

/** What the items of its orders say of a return of our user. A report that was linked to it has not made it. */
export function judgeOwn(returnId: number, items: readonly Pick<RecordItem, 'records'>[]) {
  const records = items.flatMap((item) => Object.values(item.records)).filter(({ kind }) => kind === 'return')
  if (records.some((record) => record.state === 'done' && record.id === returnId && !record.linked)) return 'known'
  return records.some(isOpenWrite) ? 'unsettled' : 'unknown'
}

export function unknownReturn(returnId: number, orderIds: readonly number[]): Finding {
  const [orderId] = orderIds
  return { what: 'return_unknown', ...(orderId !== undefined && { orderId }), returnId, orderIds }
}

/** A write of unknown outcome whose event is over: nobody else asks a person. */
export function unclearWrite(item: ItemId, { kind, by, orderId }: WriteRecord, { what: why, ids }: Unclear): Finding {
  const about = orderId ?? orderIn(item)
  return { what: 'write_unclear', event: by, ...(about !== undefined && { orderId: about }), kind, why, ids }
}

type OwnReturn = { returnId: number; parents: readonly number[] }

/** What the items of its orders know of a return. One of them may have a write of unknown outcome that made it: it is settled first. */
export async function judgeOwnReturn(auditor: Auditor, reader: Reader, own: OwnReturn): Promise<Finding | undefined> {
  const { returnId, parents } = own
  const { records } = auditor.workflow
  const items = await Promise.all(parents.map((orderId) => records.get(`order#${orderId}`)))
  const stored = items.filter((item) => item !== undefined)
  const before = judgeOwn(returnId, stored)
  if (before === 'known') return undefined
  if (before === 'unknown') return unknownReturn(returnId, parents)
  const settled: SettledItem[] = []
  for (const { id } of stored) settled.push(await settleItem(auditor, reader, id))
  if (judgeOwn(returnId, settled) === 'known') return undefined
  return (await judgeOpen(auditor, settled)) ?? unknownReturn(returnId, parents)
}

/** Throws `Unreadable` where an event will go on with a write, or asks a person about it. Undefined: none of them may have made it. */
async function judgeOpen({ workflow }: Auditor, items: readonly SettledItem[]): Promise<Finding | undefined> {
  let finding: Finding | undefined
  for (const { id, records, unclear } of items) {
    for (const [key, record] of Object.entries(records)) {
      if (record.kind !== 'return' || !isOpenWrite(record)) continue
      const status = (await workflow.inbox.get(record.by))?.status
      if (status !== undefined && (isOpen(status) || status === 'held'))
        throw new Unreadable({ code: 'open_write', event: record.by })
      const verdict = unclear.get(key)
      if (record.state === 'sent' && verdict) finding ??= unclearWrite(id, record, verdict)
    }
  }
  return finding
}
