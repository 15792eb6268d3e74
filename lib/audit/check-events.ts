import type { Comment, Order } from '../back-office/schemas.ts'
import { type EndedPlace, endedFirst } from '../inbox/ended-order.ts'
import type { EndedSummary, InboxEvent, Progress } from '../inbox/event.ts'
import type { AuditRound } from '../state/audit-progress.ts'
import type { Auditor, Finding, Unseen } from './auditor.ts'
import { judgeComment, judgeNewOrder, judgeReturn } from './judge.ts'
import { PutOff, type Reader, Unreadable } from './reader.ts'

const pageSize = 50

export type EventsReport = {
  round: AuditRound<EndedPlace>
  events: number
  orders: number
  returns: number
  comments: number
  findings: Finding[]
  unseen: Unseen[]
  putOff?: PutOff
}

type Check = { auditor: Auditor; reader: Reader; listed: ReadonlyMap<number, Order>; comments: CommentsOf }
type CommentsOf = (orderId: number) => Promise<readonly Comment[] | undefined>

/**
 * Done events, in the order in which they ended, against the back office. `listed`: returns that were read just now, which are not read
 * again. Where the run ends before, the round goes on behind the last event that could be looked at: those that could not, right before
 * the end, are no accident of their own.
 */
export async function checkEvents(
  auditor: Auditor,
  { reader, listed, round }: { reader: Reader; listed: ReadonlyMap<number, Order>; round: AuditRound<EndedPlace> },
): Promise<EventsReport> {
  const report: EventsReport = { round, events: 0, orders: 0, returns: 0, comments: 0, findings: [], unseen: [] }
  const check = { auditor, reader, listed, comments: commentsOnce(reader) }
  const until = auditor.workflow.now()
  let after = round.at
  let seen = { round, unseen: 0 }
  try {
    for (;;) {
      const page = await endedPage(auditor, { until, after })
      for (const ended of page) {
        reader.mustGoOn()
        const isSeen = ended.status !== 'done' || (await checkOne(check, ended, report))
        after = { endedAt: ended.endedAt, id: ended.id }
        if (isSeen) seen = { round: { ...round, at: after, complete: false }, unseen: report.unseen.length }
      }
      if (page.length === 0) return { ...report, round: { ...round, at: { endedAt: until, id: '' }, complete: true } }
    }
  } catch (error) {
    if (!(error instanceof PutOff)) throw error
    return { ...report, round: seen.round, unseen: report.unseen.slice(0, seen.unseen), putOff: error }
  }
}

/** Both parts of the index: a short `payloadDays` has erased some of them already, and what is checked stays. */
async function endedPage(
  { workflow }: Auditor,
  { until, after }: { until: number; after: EndedPlace },
): Promise<EndedSummary[]> {
  const pages = (['ended', 'erased'] as const).map((stage) =>
    workflow.inbox.ended({ stage, until, after, limit: pageSize }),
  )
  return (await Promise.all(pages)).flat().sort(endedFirst).slice(0, pageSize)
}

/** False: it could not be read. */
async function checkOne(check: Check, { id, endedAt }: EndedSummary, report: EventsReport): Promise<boolean> {
  const event = await check.auditor.workflow.inbox.get(id)
  // Replayed since: it comes again with its next end.
  if (event?.status !== 'done' || event.endedAt !== endedAt) return true
  try {
    for (const progress of event.ledger) await checkProgress(check, { event, progress }, report)
    report.events += 1
    return true
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    report.unseen.push({ event: id, why: error.message })
    return false
  }
}

async function checkProgress(
  { auditor, reader, listed, comments }: Check,
  { event, progress }: { event: InboxEvent; progress: Progress },
  report: EventsReport,
): Promise<void> {
  const { orderId, return: made, comment, newOrder } = progress
  const { constants } = auditor.workflow
  const found: (Finding | undefined)[] = []
  if (made?.returnId !== undefined && orderId !== undefined) {
    const { returnId } = made
    const one =
      listed.get(returnId) ?? (await reader.read(({ orders }) => orders.read(returnId, { with: ['orderReferences'] })))
    report.returns += 1
    found.push(judgeReturn({ event: event.id, orderId, made }, { found: one, constants }))
  }
  if (newOrder?.orderId !== undefined) {
    const created = newOrder.orderId
    report.orders += 1
    found.push(judgeNewOrder(event.id, created, await reader.read(({ orders }) => orders.read(created))))
  }
  if (comment?.written) {
    const { orderId: commented } = comment
    found.push(judgeComment({ event: event.id, orderId: commented, made: comment }, await comments(commented)))
    report.comments += 1
  }
  report.findings.push(...found.filter((finding) => finding !== undefined))
}

/** An order has more than one comment of ours now and then: its list is read once a run. */
function commentsOnce(reader: Reader): CommentsOf {
  const known = new Map<number, readonly Comment[] | undefined>()
  return async (orderId) => {
    if (!known.has(orderId)) {
      known.set(orderId, await reader.read(({ comments }) => comments.ofOrder(orderId, { withAutomatic: true })))
    }
    return known.get(orderId)
  }
}
