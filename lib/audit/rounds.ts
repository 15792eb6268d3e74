import type { AuditRound } from '../state/audit-progress.ts'
import { dayMs } from './auditor.ts'

/** What is looked at once more by every round: deletions are noticed this long after an event ended. */
const windowMs = 7 * dayMs

/**
 * Where a run begins. A round that was broken off goes on. A new one looks a week back, and further where the one before began earlier:
 * what ended behind its place is still to come, however long it took. Pure.
 */
export function beginOf<Place>(
  before: AuditRound<Place> | undefined,
  { now, placeAt }: { now: number; placeAt: (time: number) => Place },
): AuditRound<Place> {
  if (before && !before.complete) return before
  const from = Math.min(now - windowMs, before?.begunAt ?? now)
  return { from, begunAt: now, at: placeAt(from), complete: false }
}
