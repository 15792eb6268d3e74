import type { Finding } from '../reasons.ts'
import type { AuditProgress, AuditStore } from '../state/audit-progress.ts'
import { changeItem } from '../state/change-item.ts'
import type { Workflow } from '../workflow/workflow.ts'

/** More than a person settles; the item stays far below what a table takes. */
const mostKept = 100

/** What it is about: several events can have the same return, and both directions come upon the same write. */
function subjectOf({ what, event, orderId, returnId, commentId, ...more }: Finding): string {
  if (what === 'comment_gone' && 'withOrder' in more) return `${what} order ${orderId}`
  return `${what} ${returnId ?? commentId ?? orderId ?? ''}${what === 'write_unclear' ? ` ${event} ${JSON.stringify(more)}` : ''}`
}

/** One for each thing; the first event that has it is named. */
export const distinct = (findings: readonly Finding[]): Finding[] =>
  [...new Map(findings.toReversed().map((finding) => [subjectOf(finding), finding])).values()].toReversed()

type Rounds = Pick<AuditProgress, 'events' | 'returns'> & { now: number }
type Found = AuditProgress['found']

/** With what was found `now`, newest last. What a whole round has not come upon again is no longer so, or its event ended over a week ago. */
export function withFound(before: Found, findings: readonly Finding[], { events, returns, now }: Rounds): Found {
  const isWhole = events?.complete && returns?.complete
  const from = isWhole ? Math.min(events.begunAt, returns.begunAt) : 0
  const known = new Map((before?.list ?? []).map((one) => [subjectOf(one.finding), one]))
  for (const finding of findings) {
    const subject = subjectOf(finding)
    known.set(subject, { finding, foundAt: known.get(subject)?.foundAt ?? now, seenAt: now })
  }
  const list = [...known.values()].filter(({ seenAt }) => seenAt >= from)
  return { at: now, list: list.slice(-mostKept), more: Math.max(0, list.length - mostKept) }
}

/** Takes what a person has settled off the list, at once. If it is busy the next round does it. */
export const settleFindings = async (
  { audits, workflow }: { audits: AuditStore; workflow: Pick<Workflow, 'newId'> },
  isSettled: (finding: Finding) => boolean,
) =>
  await changeItem(audits, workflow.newId, (previous) => {
    const { found } = previous ?? {}
    const list = found?.list.filter(({ finding }) => !isSettled(finding)) ?? []
    return previous && found && list.length < found.list.length ? { ...previous, found: { ...found, list } } : undefined
  })
