import { type Budget, costMs } from './budget.ts'
import type { PaceState } from './state.ts'

/** Before the first answer nobody knows the limits: one call of all workers goes ahead, the others wait for it. */

/** How long an answer without a limit counts. Any later one that names a limit counts at once. */
const unlimitedMs = 60 * 60_000
/** The time of the call that goes ahead: a request's timeout, and a little before it. Then another call goes ahead. */
export const aheadLeaseMs = 12_000

export const isKnown = (state: PaceState, budget: Budget, now: number): boolean =>
  costMs(state, budget) > 0 || state.paidAt[budget] > now || (state.unlimitedUntil?.[budget] ?? 0) > now

/** Whether this call goes ahead: where nothing is known, and no other one is on its way. */
export function goAhead(state: PaceState, budget: Budget, now: number): { state: PaceState; verdict: boolean } {
  if (isKnown(state, budget, now) || (state.aheadUntil?.[budget] ?? 0) > now) return { state, verdict: false }
  const aheadUntil = { ...state.aheadUntil, [budget]: now + aheadLeaseMs }
  return { state: { ...state, aheadUntil }, verdict: true }
}

/** An answer of the service itself, seen at `at`, epoch ms: one that names no limit shows that there is none. */
export type Learnt = { budget: Budget; at: number }

/** Whatever stands before the service, or a broken one, names no limits and knows nothing of them. */
export const isOfService = (status: number): boolean =>
  (status >= 200 && status <= 299) || [400, 404, 422].includes(status)

/** `before`: without what the answer says of the limits, which `known` has. */
export function learntFrom({ budget, at }: Learnt, before: PaceState, known: PaceState): PaceState {
  const cost = costMs(known, budget)
  if (cost > 0 && costMs(before, budget) > 0) return known
  const { [budget]: _, ...aheadUntil } = known.aheadUntil ?? {}
  // The call that has found the limit counts as well.
  if (cost > 0)
    return { ...known, aheadUntil, paidAt: { ...known.paidAt, [budget]: Math.max(known.paidAt[budget], at) + cost } }
  // Written again only now and then.
  if ((known.unlimitedUntil?.[budget] ?? 0) > at + unlimitedMs / 2) return known
  return { ...known, aheadUntil, unlimitedUntil: { ...known.unlimitedUntil, [budget]: at + unlimitedMs } }
}
