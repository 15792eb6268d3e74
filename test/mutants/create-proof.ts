import { proofOf } from '../simulation/breaks/breaks.ts'

/** So many schedules must ask a person without need, or take long to audit, before that is more than other dice. */
const leastSoft = 2

/** Says of one schedule after the other whether a mutant is found by now. */
export function createProof(): (violations: readonly string[]) => boolean {
  let soft = 0
  return (violations) => {
    if (proofOf(violations) !== undefined) return true
    if (violations.length > 0) soft += 1
    return soft >= leastSoft
  }
}
