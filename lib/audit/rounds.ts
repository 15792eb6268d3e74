import type { AuditRound } from '../state/audit-progress.ts'
import { dayMs } from './auditor.ts'

/** What is looked at once more by every round: deletions are noticed this long after an event was done. */
const windowMs = 7 * dayMs

/**
 * Where a run begins. A round that was broken off goes on; a new one looks a week back, and further where the one before ended
 * earlier, so that nothing is left out however long a round takes. Pure.
 */
export function beginOf<Place>(
  before: AuditRound<Place> | undefined,
  { now, timeOf, placeAt }: { now: number; timeOf: (place: Place) => number; placeAt: (time: number) => Place },
): AuditRound<Place> {
  if (before && !before.complete) return before
  const from = before ? Math.min(now - windowMs, timeOf(before.at)) : now - windowMs
  return { from, at: placeAt(from), complete: false }
}
