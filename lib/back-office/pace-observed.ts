import type { PaceState } from './pace-arithmetic.ts'
import { type Budget, costMs, type Limits } from './pace-budget.ts'

/** What a response told: limits, and how many calls are left until a window ends. Times are epoch ms. */
export type Observation = Limits & {
  minute?: { budget: Budget; left: number; endsAt: number }
  day?: { left: number; endsAt: number }
  /** A refusal: nothing of this budget before `until`. */
  closed?: { budget: Budget; until: number }
}

/**
 * The state with what was seen. A minute's gate only ever moves to later, and only the budget's own: calls that others have spent
 * are calls that we do not have. The count of the day is the server's, where it tells.
 */
export function observed(state: PaceState, seen: Observation): PaceState {
  const { minute, day, closed, ...limits } = seen
  const known: PaceState = { ...state, ...limits }
  const paidAt = { ...state.paidAt }
  if (minute) {
    const gate = minute.endsAt - minute.left * costMs(known, minute.budget)
    paidAt[minute.budget] = Math.max(paidAt[minute.budget], gate)
  }
  if (closed) paidAt[closed.budget] = Math.max(paidAt[closed.budget], closed.until)
  const { writesPerDay } = known
  if (!day || writesPerDay === undefined) return { ...known, paidAt }
  return { ...known, paidAt, day: { used: Math.max(0, writesPerDay - day.left), endsAt: day.endsAt } }
}
