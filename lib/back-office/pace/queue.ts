import type { BudgetName } from '../../reasons.ts'
import { type Budget, budgets, costMs, leadOf, type Need, type TimedNeed } from './budget.ts'
import { type DayClosed, dayClosed } from './day.ts'
import type { PaceState, Verdict } from './state.ts'

/** The order of those who wait, pure: who may go now, and where all others queue up. */

/** How long a run may wait for its slots. Others wait behind forms for `form` and one reservation at most. */
export const patienceMs = { fresh: 30_000, queued: 40_000, form: 10_000 }
/** Parked events come due this much before their slots, so that the schedule, which looks every minute, has them at hand. */
const headStartMs = 60_000
const leastWaitMs = 1_000
/** `earliest`: when all budgets together would let the work begin. */
export type Moment = { now: number; earliest: number }

/** Of the class, or of the run where that is shorter. */
export const patienceOf = (state: PaceState, need: Need, moment: Moment): number =>
  Math.min(patienceOfClass(state, need, moment), need.patienceMs ?? Number.POSITIVE_INFINITY)

/** A fresh event does not overtake those that are parked, unless nobody is using the budget. */
function patienceOfClass(state: PaceState, need: Need, { now, earliest }: Moment): number {
  if (need.class === 'form') return mayGo(state, need, { now, earliest }) ? patienceMs.form : -1
  if (need.class === 'begun' || need.queued) return patienceMs.queued
  if (need.class === 'live' && earliest > now && liveEnd(state, now) > now + patienceMs.fresh) return -1
  return patienceMs.fresh
}

/** A form waits for everybody who is parked: for other forms only while somebody uses the budget. */
const mayGo = (state: PaceState, { queued }: Need, { now, earliest }: Moment): boolean =>
  liveEnd(state, now) <= now && (queued || earliest <= now || (state.queueEnd.form ?? 0) <= now)

const anyEvent: Need = { class: 'live', reads: 1, writes: 1 }

/** When the last parked event has its slots. Those that a day is closed to count again when it begins anew. */
export const liveEnd = (state: PaceState, now: number): number =>
  dayClosed(state, anyEvent, now) ? state.queueEnd.live : Math.max(state.queueEnd.live, state.queueEnd.shut ?? 0)

/** When a replay may start: half of the budget stays free, and nobody else is using it. Undefined: not now. */
export function replayStart(state: PaceState, need: TimedNeed, { now, earliest }: Moment): number | undefined {
  if (earliest > now || liveEnd(state, now) > now + patienceMs.fresh || idleAt(state, need) > now) return undefined
  return Math.max(now, halfFreeAt(state, need))
}

/** When the budgets have been left unused for as long as the calls take. */
const halfFreeAt = (state: PaceState, need: TimedNeed) =>
  lastOf(need, (one) => state.paidAt[one] + need[one] * costMs(state, one) - leadOf(one, need))

const idleAt = ({ paidAt }: PaceState, need: Need) => lastOf(need, (one) => paidAt[one])

const lastOf = (need: Need, timeOf: (budget: Budget) => number) =>
  Math.max(0, ...budgets.filter((one) => need[one] > 0).map(timeOf))

export type Lacks = { by: BudgetName; isShare?: boolean }
/** `takesMs`: what the need takes of the back office's time, with the writes that are reserved only later. */
type Refusal = Moment & { closed: DayClosed | undefined; lacks: Lacks; takesMs: number }
export type Decided = { state: PaceState; verdict: Verdict }

/** Parks the work. Nobody else waits for forms and replays that have to wait for a new day. */
export function refused(state: PaceState, need: TimedNeed, refusal: Refusal): Decided {
  const { now, earliest, closed, lacks, takesMs } = refusal
  const [isForm, isReplay] = [need.class === 'form', need.class === 'replay']
  const ahead = liveEnd(state, now)
  const nearest = isForm ? Math.max(earliest - patienceMs.form, ahead) : earliest - patienceMs.fresh
  const soonest = Math.max(now + leastWaitMs, nearest)
  const queueUp = (lane: keyof PaceState['queueEnd'], from: number, least: number): Decided => {
    const start = Math.max(from, state.queueEnd[lane] ?? 0)
    const queueEnd = { ...state.queueEnd, [lane]: start + (isReplay ? 2 * takesMs : takesMs) }
    return { state: { ...state, queueEnd }, verdict: parkedUntil(Math.max(least, start - headStartMs), lacks) }
  }
  if (closed && (isForm || isReplay)) return queueUp('nextDay', closed.until, closed.until)
  if (isReplay) {
    const opensAt = Math.max(earliest, idleAt(state, need))
    if (need.queued && opensAt > now && ahead <= now + patienceMs.fresh && opensAt <= now + patienceMs.queued)
      return { state, verdict: { kind: 'soon', at: opensAt, by: lacks.by } }
    const at = Math.max(soonest, earliest, halfFreeAt(state, need), ahead, state.queueEnd.replay)
    return queueUp('replay', at, at)
  }
  if (need.class === 'begun' || need.queued) return { state, verdict: parkedUntil(soonest, lacks) }
  if (closed) return queueUp('shut', closed.until, soonest)
  return queueUp(isForm ? 'form' : 'live', Math.max(earliest, ahead), soonest)
}

const parkedUntil = (at: number, { by, isShare }: Lacks): Verdict =>
  isShare ? { kind: 'parked', at, by, isShare } : { kind: 'parked', at, by }
