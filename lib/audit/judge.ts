import { type Constants, isCancelled } from '../back-office/constants.ts'
import { commentPlainText } from '../back-office/resources/comments.ts'
import { refersTo } from '../back-office/resources/order-filter.ts'
import type { Comment, Order } from '../back-office/resources/schemas.ts'
import { isOpen } from '../inbox/event.ts'
import { type ItemId, isOpenWrite, type RecordItem, type WriteRecord } from '../state/write-record.ts'
import { commentMarker, namesOther } from '../workflow/kinds/comment-text.ts'
import type { Auditor, Finding } from './auditor.ts'
import { type Reader, Unreadable } from './reader.ts'
import { type SettledItem, settleItem, type Unclear } from './settle-item.ts'

/** A return that an event is done with, against what the back office has under its id; `found` undefined: nothing. */
export function judgeReturn(
  ids: { event: string; orderId: number; returnId: number },
  { linked, found, constants }: { linked?: true | undefined; found: Order | undefined; constants: Constants },
): Finding | undefined {
  const { event, orderId, returnId } = ids
  const name = `Return ${returnId} of order ${orderId}, ${linked ? `which event ${event} was linked to` : `made for event ${event}`},`
  if (!found) return { what: 'return_gone', ...ids, says: `${name} is no longer in the back office.` }
  if (found.typeId !== constants.orderTypes.return) {
    return { what: 'return_gone', ...ids, says: `${name} is of type ${found.typeId} there: it is not a return.` }
  }
  if (isCancelled(found.statusId, constants.statuses)) {
    return { what: 'return_cancelled', ...ids, says: `${name} is cancelled in the back office.` }
  }
  if (found.orderReferences && !refersTo(found, orderId)) {
    return {
      what: 'return_of_another_order',
      ...ids,
      says: `${name} does not belong to that order in the back office.`,
    }
  }
  return undefined
}

/** An order that an event is done with creating. What became of it since is the merchant's matter. */
export function judgeNewOrder(event: string, orderId: number, found: Order | undefined): Finding | undefined {
  if (found) return undefined
  const says = `Order ${orderId}, created for event ${event}, is no longer in the back office.`
  return { what: 'order_gone', event, orderId, says }
}

type CommentFacts = { event: string; key: string; orderId: number; commentId?: number; returnId?: number | undefined }

/**
 * A comment that an event is done with, against all comments of its order; `listed` undefined: there is no such order. `returnId`: the
 * return that it is about.
 */
export function judgeComment(
  { key, returnId, ...ids }: CommentFacts,
  listed: readonly Comment[] | undefined,
): Finding | undefined {
  // Of the command itself, or of its return.
  const isOwn = ({ text }: Comment) => !namesOther(commentPlainText(text), returnId)
  const carriers = [key, `${key}/comment`].map((one) =>
    (listed ?? []).filter((comment) => startsWith(commentMarker(one))(comment) && isOwn(comment)),
  )
  const twice = carriers.find(({ length }) => length > 1)
  if (twice) {
    const says = `Comments ${twice.map(({ id }) => id).join(', ')} of order ${ids.orderId} are the same one of event ${ids.event}: they have one marker.`
    return { what: 'comment_twice', ...ids, says }
  }
  if (carriers.flat().length > 0 || listed?.some(({ id }) => id === ids.commentId)) return undefined
  const why = listed ? 'is no longer among the comments of its order' : 'is gone with its order'
  return { what: 'comment_gone', ...ids, says: `The comment of event ${ids.event} on order ${ids.orderId} ${why}.` }
}

const startsWith = (marker: string) => (comment: Comment) => commentPlainText(comment.text).startsWith(marker)

/** What the items of its orders say of a return of our user. A report that was linked to it has not made it. */
export function judgeOwn(returnId: number, items: readonly Pick<RecordItem, 'records'>[]) {
  const records = items.flatMap((item) => Object.values(item.records)).filter(({ kind }) => kind === 'return')
  if (records.some((record) => record.state === 'done' && record.id === returnId && !record.linked)) return 'known'
  return records.some(isOpenWrite) ? 'unsettled' : 'unknown'
}

export function unknownReturn(returnId: number, parents: readonly number[]): Finding {
  const [orderId] = parents
  const of = orderId === undefined ? 'of no order' : `of order ${parents.join(', ')}`
  const says = `Return ${returnId} ${of} belongs to the API user of the bridge, but no event has made it.`
  return { what: 'return_unknown', ...(orderId !== undefined && { orderId }), returnId, says }
}

const whyUnclear = {
  similar: 'There are similar entries, but none is it for certain',
  list_incomplete: 'The list lacks entries that were there before',
  list_mixed: 'The list holds unrelated entries',
  gone: 'What it was sent for is no longer there',
} as const

/** A write of unknown outcome whose event is over: nobody else asks a person. */
export function unclearWrite(item: ItemId, { kind, by, orderId }: WriteRecord, { what, ids }: Unclear): Finding {
  const about = orderId ?? (item.startsWith('order#') ? Number(item.slice('order#'.length)) : undefined)
  const of = about === undefined ? '' : ` for order ${about}`
  const shown = ids.length === 0 ? '' : ` (${ids.slice(0, 20).join(', ')})`
  const says = `It is unclear whether the ${kind}${of} that event ${by} sent was made. ${whyUnclear[what]}${shown}. Look in the back office.`
  return { what: 'write_unclear', event: by, ...(about !== undefined && { orderId: about }), says }
}

/** A return of our user; `parents`: its orders. */
type Own = { returnId: number; parents: readonly number[] }

/** What the items of its orders know of a return. One of them may have a write of unknown outcome that made it: it is settled first. */
export async function judgeOwnReturn(
  auditor: Auditor,
  reader: Reader,
  { returnId, parents }: Own,
): Promise<Finding | undefined> {
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
      if (status !== undefined && (isOpen(status) || status === 'held')) {
        throw new Unreadable(`event ${record.by} has a write of unknown outcome for its order`)
      }
      const verdict = unclear.get(key)
      if (record.state === 'sent' && verdict) finding ??= unclearWrite(id, record, verdict)
    }
  }
  return finding
}
