import type { BudgetName } from '../../reasons.ts'
import { budgets, costMs, leadOf, type Need, type TimedNeed } from './budget.ts'
import { type DayClosed, dayClosed } from './day.ts'
import type { PaceState, Verdict } from './state.ts'

/** Who may go before whom, and where those queue up who may not go now, pure. */

/**
 * How long a run may wait for its slots. A fresh event waits that long at most, then it queues up. A form takes no slots further ahead than
 * that: so long at most, and one reservation, somebody else waits behind forms, however many there are.
 */
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

/**
 * A replay leaves half of the budget alone: it starts only when nobody is using the budget, and gets its slots after the budget was
 * left unused for as long as its calls take. Undefined: not now.
 */
export function replayStart(state: PaceState, need: TimedNeed, { now, earliest }: Moment): number | undefined {
  if (earliest > now || liveEnd(state, now) > now + patienceMs.fresh || idleAt(state, need) > now) return undefined
  return Math.max(now, halfFreeAt(state, need))
}

const halfFreeAt = (state: PaceState, need: TimedNeed) =>
  Math.max(
    ...budgets.map((one) =>
      need[one] > 0 ? state.paidAt[one] + need[one] * costMs(state, one) - leadOf(one, need) : 0,
    ),
  )

const idleAt = ({ paidAt }: PaceState, need: Need) =>
  Math.max(...budgets.map((one) => (need[one] > 0 ? paidAt[one] : 0)))

/** What a parked event waits for. */
export type Lacks = { by: BudgetName; isShare?: boolean }
/** `takesMs`: what the need takes of the back office's time, with the writes that are reserved only later. */
type Refusal = Moment & { closed: DayClosed | undefined; lacks: Lacks; takesMs: number }
type Decided = { state: PaceState; verdict: Verdict }

export function refused(state: PaceState, need: TimedNeed, moment: Refusal): Decided {
  const { now, earliest, closed, lacks, takesMs } = moment
  const soonest = Math.max(now + leastWaitMs, earliest - patienceMs.fresh)
  if (need.class === 'replay') return refusedReplay(state, need, { ...moment, soonest })
  if (need.class === 'form') return refusedForm(state, need, moment)
  if (need.class === 'begun' || need.queued) return { state, verdict: parkedUntil(soonest, lacks) }
  if (closed) return queuedUp(state, { lane: 'shut', from: closed.until, soonest, takesMs, lacks })
  return queuedUp(state, { lane: 'live', from: Math.max(earliest, liveEnd(state, now)), soonest, takesMs, lacks })
}

function refusedReplay(state: PaceState, need: TimedNeed, moment: Refusal & { soonest: number }): Decided {
  const { now, earliest, closed, lacks, takesMs, soonest } = moment
  const { queueEnd } = state
  const ahead = liveEnd(state, now)
  if (closed) return queuedUp(state, nextDay(closed, { lacks, takesMs: 2 * takesMs }))
  const opensAt = Math.max(earliest, idleAt(state, need))
  if (need.queued && opensAt > now && ahead <= now + patienceMs.fresh && opensAt <= now + patienceMs.queued) {
    return { state, verdict: { kind: 'soon', at: opensAt, by: lacks.by } }
  }
  const at = Math.max(soonest, earliest, halfFreeAt(state, need), ahead, queueEnd.replay)
  const end = at + 2 * takesMs
  return { state: { ...state, queueEnd: { ...queueEnd, replay: end } }, verdict: parkedUntil(at, lacks) }
}

/** Forms queue up by themselves, behind everybody else. Where the day is closed to them, others are none the later for it. */
function refusedForm(state: PaceState, need: TimedNeed, { now, earliest, closed, lacks, takesMs }: Refusal): Decided {
  if (closed) return queuedUp(state, nextDay(closed, { lacks, takesMs }))
  const ahead = liveEnd(state, now)
  const soonest = Math.max(now + leastWaitMs, earliest - patienceMs.form, ahead)
  if (need.queued) return { state, verdict: parkedUntil(soonest, lacks) }
  return queuedUp(state, { lane: 'form', from: Math.max(earliest, ahead), soonest, takesMs, lacks })
}

const parkedUntil = (at: number, { by, isShare }: Lacks): Verdict => ({
  kind: 'parked',
  at,
  by,
  ...(isShare && { isShare }),
})

type Place = {
  lane: 'live' | 'form' | 'shut' | 'nextDay'
  from: number
  soonest: number
  takesMs: number
  lacks: Lacks
}

const nextDay = ({ until }: DayClosed, rest: Pick<Place, 'lacks' | 'takesMs'>): Place => ({
  lane: 'nextDay',
  from: until,
  soonest: until,
  ...rest,
})

function queuedUp(state: PaceState, { lane, from, soonest, takesMs, lacks }: Place): Decided {
  const start = Math.max(from, state.queueEnd[lane] ?? 0)
  const at = Math.max(soonest, start - headStartMs)
  const queueEnd = { ...state.queueEnd, [lane]: start + takesMs }
  return { state: { ...state, queueEnd }, verdict: parkedUntil(at, lacks) }
}
