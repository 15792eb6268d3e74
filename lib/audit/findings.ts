import type { Finding } from '../reasons.ts'
import type { AuditProgress, AuditStore, FoundBefore } from '../state/audit-progress.ts'

/** More than a person settles; the item stays far below what a table takes. */
const mostKept = 100
const mostTries = 4

/** What it is about: several events can have the same return, and both directions come upon the same write. */
function subjectOf({ what, event, orderId, returnId, commentId, ...more }: Finding): string {
  if (what === 'comment_gone' && 'withOrder' in more) return `${what} order ${orderId}`
  return `${what} ${returnId ?? commentId ?? orderId ?? ''}${what === 'write_unclear' ? ` ${event} ${JSON.stringify(more)}` : ''}`
}

/** One for each thing; the first event that has it is named. */
export const distinct = (findings: readonly Finding[]): Finding[] =>
  [...new Map(findings.toReversed().map((finding) => [subjectOf(finding), finding])).values()].toReversed()

type Rounds = Pick<AuditProgress, 'events' | 'returns'>

/**
 * With what was found now, newest last. What a whole round has not come upon again is no longer so, or its event ended more than a week
 * ago.
 */
export function found(
  before: AuditProgress['found'],
  findings: readonly Finding[],
  { events, returns }: Rounds,
  now: number,
) {
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
export async function settleFindings(
  audits: AuditStore,
  newId: () => string,
  isSettled: (finding: Finding) => boolean,
) {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const previous = await audits.read()
    const list = previous?.found?.list.filter(({ finding }: FoundBefore) => !isSettled(finding))
    if (!previous?.found || !list || list.length === previous.found.list.length) return
    const next = { ...previous, found: { ...previous.found, list }, writeId: newId() }
    if (await audits.replace(next, { previous })) return
  }
}
