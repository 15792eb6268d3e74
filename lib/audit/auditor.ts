import type { Unread } from '../reasons.ts'
import type { AuditRound, AuditStore } from '../state/audit-progress.ts'
import type { DayStore } from '../state/day-counts.ts'
import type { Workflow } from '../workflow/workflow.ts'

/** What an audit works with: what an event's work has, how far the audit before it came, and where the numbers of days are kept. */
export type Auditor = { workflow: Workflow; progress: AuditStore; days?: DayStore }
/** Something that could not be looked at, and why. */
export type Unseen = { event?: string; returnId?: number; why: Unread }
export const dayMs = 24 * 60 * 60_000
export const iso = (ms: number): string => new Date(ms).toISOString()
/** What is looked at once more by every round: deletions are noticed this long after an event ended. */
const windowMs = 7 * dayMs

type Round<Place> = AuditRound<Place> | undefined
type Begin<Place> = { now: number; placeAt: (time: number) => Place }

/** Where a run begins: where one was broken off, else a week back, or where the one before began if that is earlier. */
export function beginOf<Place>(before: Round<Place>, { now, placeAt }: Begin<Place>): AuditRound<Place> {
  if (before && !before.complete) return before
  const from = Math.min(now - windowMs, before?.begunAt ?? now)
  return { from, begunAt: now, at: placeAt(from), complete: false }
}
