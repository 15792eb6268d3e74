import { isCancelled } from '../back-office/constants.ts'
import type { Comment, Order } from '../back-office/resources/schemas.ts'
import type { InboxEvent } from '../inbox/event.ts'
import type { Progress } from '../inbox/progress.ts'
import type { Finding } from '../reasons.ts'
import { abandonedPieces } from '../workflow/ended-parcels.ts'
import { itemsOf } from '../workflow/open-writes.ts'
import type { Auditor } from './auditor.ts'
import { judgeComment, judgeReturn, unclearWrite } from './judge.ts'
import type { Reader } from './reader.ts'
import { settleItem } from './settle-item.ts'

/** One thing of an event, against what is read of it. `lasts`: as long as the event. Throws as `Reader.read`. */
export type Comparison = {
  of: 'orders' | 'returns' | 'comments' | 'writes'
  lasts?: true
  make(): Promise<Finding | undefined>
}

/** What comparisons of a run have in common. `listed`: returns that were read just now, which are not read again. */
export type Comparing = {
  auditor: Auditor
  reader: Reader
  listed: ReadonlyMap<number, Order>
  comments: ReturnType<typeof commentsOnce>
  /** What was done later than this need not be in every list yet, epoch ms. */
  settledAt: number
}

/** One look each, always in the same order as long as the event has ended, so a run can end behind any of them. */
export async function comparisonsOf(comparing: Comparing, event: InboxEvent): Promise<Comparison[]> {
  if (event.status !== 'done') return await openWrites(comparing, event)
  const isSettled = event.endedAt === undefined || event.endedAt <= comparing.settledAt
  const each = Object.entries(event.progress).map(([key, progress]) => ({ event: event.id, key, progress, isSettled }))
  return each.flatMap((one) => comparisonsWith(comparing, one))
}

type Looked = { event: string; key: string; progress: Progress; isSettled: boolean }

function comparisonsWith(comparing: Comparing, { event, key, progress, isSettled }: Looked): Comparison[] {
  const { auditor, reader, listed, comments } = comparing
  const { orderId, returnId, also = [], linked, standing = [], createdOrderId, comment } = progress
  const { constants } = auditor.workflow
  const found: Comparison[] = []
  const made =
    returnId === undefined ? [] : [{ id: returnId, linked }, ...also.map((id) => ({ id, linked: true }) as const)]
  if (orderId !== undefined) {
    for (const one of made) {
      const ids = { event, orderId, returnId: one.id, linked: one.linked }
      const read = () => reader.read(({ orders }) => orders.read(one.id, { with: ['orderReferences'] }))
      const make = async () => {
        const finding = judgeReturn(ids, listed.get(one.id) ?? (await read()), constants)
        return finding?.what === 'return_cancelled' && (await isAccepted(auditor, ids)) ? undefined : finding
      }
      found.push({ of: 'returns', make })
    }
    for (const id of standing)
      found.push({ of: 'returns', lasts: true, make: () => judgeStanding(comparing, { orderId, returnId: id }) })
  }
  if (createdOrderId !== undefined) {
    const read = () => reader.read(({ orders }) => orders.read(createdOrderId))
    const gone = { what: 'order_gone', event, orderId: createdOrderId } as const
    // What became of it since is the merchant's matter.
    found.push({ of: 'orders', make: async () => ((await read()) ? undefined : gone) })
  }
  if (comment) {
    const make = async () => {
      const finding = judgeComment({ event, key, returnId, ...comment }, await comments(comment.orderId))
      // Lists may not show it yet: the next round looks once more.
      return finding?.what === 'comment_gone' && !isSettled ? undefined : finding
    }
    found.push({ of: 'comments', make })
  }
  return found
}

/** Whether a person has said that it stays cancelled. */
async function isAccepted({ workflow }: Auditor, { orderId, returnId }: { orderId: number; returnId: number }) {
  const { records = {} } = (await workflow.records.get(`order#${orderId}`)) ?? {}
  return Object.values(records).some((one) => one.state === 'done' && one.id === returnId && one.accepted !== undefined)
}

/** A return of what the shop has cancelled since, until it is cancelled too, or stands for something else. */
async function judgeStanding({ auditor, reader, listed }: Comparing, ids: { orderId: number; returnId: number }) {
  const { orderId, returnId } = ids
  const { records, constants } = auditor.workflow
  const known = (await records.get(`order#${orderId}`))?.records ?? {}
  if (abandonedPieces(known, returnId).length === 0) return undefined
  const found = listed.get(returnId) ?? (await reader.read(({ orders }) => orders.read(returnId)))
  const isGone = !found || isCancelled(found.statusId, constants.statuses)
  return isGone ? undefined : ({ what: 'shop_cancelled', orderId, returnId } satisfies Finding)
}

/** Nobody works on a discarded event any more, and nobody asks a person about it. */
async function openWrites({ auditor, reader }: Comparing, event: InboxEvent): Promise<Comparison[]> {
  if (event.status !== 'discarded') return []
  const items = [...(await itemsOf(auditor.workflow, event))]
  return items.map(([key, item]) => ({
    of: 'writes',
    make: async () => {
      const { records, unclear } = await settleItem(auditor, reader, item)
      for (const own of [key, `${key}/comment`]) {
        const [record, verdict] = [records[own], unclear.get(own)]
        if (record?.state !== 'sent' || record.by !== event.id || !verdict) continue
        // A person may have had it go on meanwhile.
        const isOver = (await auditor.workflow.inbox.get(event.id))?.status === 'discarded'
        return isOver ? unclearWrite(item, record, verdict) : undefined
      }
      return undefined
    },
  }))
}

/** An order has more than one comment of ours now and then: its list is read once a run. */
export function commentsOnce(reader: Reader) {
  const known = new Map<number, readonly Comment[] | undefined>()
  return async (orderId: number): Promise<readonly Comment[] | undefined> => {
    if (known.has(orderId)) return known.get(orderId)
    const listed = await reader.read(({ comments }) => comments.ofOrder(orderId, { withAutomatic: true }))
    known.set(orderId, listed?.entries)
    return listed?.entries
  }
}
