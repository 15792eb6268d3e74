import type { Comment, Order } from '../back-office/resources/schemas.ts'
import type { InboxEvent, Progress } from '../inbox/event.ts'
import type { Auditor, Finding } from './auditor.ts'
import { judgeComment, judgeNewOrder, judgeReturn } from './judge.ts'
import type { Reader } from './reader.ts'

/** One thing that an event has made, against what is read of it. Throws what `Reader.read` throws. */
export type Comparison = { of: 'orders' | 'returns' | 'comments'; make(): Promise<Finding | undefined> }

/** What comparisons of a run have in common. `listed`: returns that were read just now, which are not read again. */
export type Comparing = { auditor: Auditor; reader: Reader; listed: ReadonlyMap<number, Order>; comments: CommentsOf }
type CommentsOf = (orderId: number) => Promise<readonly Comment[] | undefined>

/** Always the same ones in the same order, as long as the event is done: one read each, so a run can end behind any of them. */
export const comparisonsOf = (comparing: Comparing, event: InboxEvent): Comparison[] =>
  event.ledger.flatMap((progress) => comparisonsWith(comparing, { event: event.id, progress }))

function comparisonsWith(
  { auditor, reader, listed, comments }: Comparing,
  { event, progress }: { event: string; progress: Progress },
): Comparison[] {
  const { orderId, return: made, comment, newOrder } = progress
  const { constants } = auditor.workflow
  const found: Comparison[] = []
  if (made?.returnId !== undefined && orderId !== undefined) {
    const { returnId } = made
    const read = () => reader.read(({ orders }) => orders.read(returnId, { with: ['orderReferences'] }))
    const judge = async () =>
      judgeReturn({ event, orderId, made }, { found: listed.get(returnId) ?? (await read()), constants })
    found.push({ of: 'returns', make: judge })
  }
  if (newOrder?.orderId !== undefined) {
    const created = newOrder.orderId
    const judge = async () => judgeNewOrder(event, created, await reader.read(({ orders }) => orders.read(created)))
    found.push({ of: 'orders', make: judge })
  }
  if (comment?.written) {
    const { orderId: commented } = comment
    const judge = async () => judgeComment({ event, orderId: commented, made: comment }, await comments(commented))
    found.push({ of: 'comments', make: judge })
  }
  return found
}

/** An order has more than one comment of ours now and then: its list is read once a run. */
export function commentsOnce(reader: Reader): CommentsOf {
  const known = new Map<number, readonly Comment[] | undefined>()
  return async (orderId) => {
    if (!known.has(orderId)) {
      const listed = await reader.read(({ comments }) => comments.ofOrder(orderId, { withAutomatic: true }))
      known.set(orderId, listed?.entries)
    }
    return known.get(orderId)
  }
}
