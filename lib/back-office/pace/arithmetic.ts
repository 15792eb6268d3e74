import {
  type Budget,
  budgets,
  burst,
  clamped,
  costMs,
  type Estimate,
  type Limits,
  lengthMs,
  type Need,
  spareOf,
  type TimedNeed,
} from './budget.ts'
import type { Reservation, Slots } from './slots.ts'

/** How many calls may go out when, pure: the generic cell rate algorithm (GCRA; ITU-T I.371), one cell for reads and one for writes. */

export type PaceState = Limits & {
  /** GCRA's theoretical arrival time: when the reserved calls have been earned, epoch ms. In the future: that much is reserved ahead. */
  paidAt: Record<Budget, number>
  /** Writes reserved in the window of a day that ends at `endsAt`, epoch ms. */
  day: { used: number; endsAt: number }
  /** When the slots of the parked events of a lane end, epoch ms. */
  queueEnd: Record<'live' | 'replay', number>
  /** What a worker has last measured: a new one has nothing of its own yet. */
  estimate?: Estimate
  /** Until when it counts that answers name no limit, epoch ms. */
  unlimitedUntil?: Partial<Record<Budget, number>>
  /** Until when the call that finds out is waited for, epoch ms. */
  aheadUntil?: Partial<Record<Budget, number>>
}

export const emptyState: PaceState = {
  paidAt: { reads: 0, writes: 0 },
  day: { used: 0, endsAt: 0 },
  queueEnd: { live: 0, replay: 0 },
}

/** Reserved: the work may begin at `at`. Soon: ask again at `at`. Parked: come back at `at`, and the queue remembers the place. */
export type Verdict =
  | { kind: 'reserved'; at: number; reservation: Reservation }
  | { kind: 'soon' | 'parked'; at: number }

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** How long a run may wait for its slots. A fresh event waits that long at most, then it queues up. */
export const patienceMs = { fresh: 30_000, queued: 40_000 }
/** Parked events come due this much before their slots, so that the schedule, which looks every minute, has them at hand. */
const headStartMs = minuteMs
const leastWaitMs = 1_000

/** When a budget alone would let the calls be due, epoch ms; in the past where it is not used up. */
const earliestDue = (state: PaceState, budget: Budget, calls: number): number =>
  calls === 0 ? 0 : state.paidAt[budget] - spareOf(state, budget, calls) * costMs(state, budget)

/** How long the calls are needed after the beginning: writes come after the reads of the same reservation. */
const leadOf = (budget: Budget, need: TimedNeed): number =>
  budget === 'writes' && need.reads > 0 && need.writes > 0 ? (need.leadMs ?? 0) : 0

/** When a budget alone would let the work begin. */
const startOf = (state: PaceState, budget: Budget, need: TimedNeed): number =>
  earliestDue(state, budget, need[budget]) - leadOf(budget, need)

/** Whether anything at all stands between this need and the back office. */
export function isPaced(state: PaceState, need: Need, now: number): boolean {
  const daily = need.writes > 0 && state.writesPerDay !== undefined
  return (
    daily || budgets.some((budget) => need[budget] > 0 && (costMs(state, budget) > 0 || state.paidAt[budget] > now))
  )
}

/** From when on something like the next event would get its slots, `ahead` others before it, epoch ms. */
export function opensAt(state: PaceState, need: TimedNeed, { now, ahead }: { now: number; ahead: number }): number {
  const like = clamped(need, state)
  return Math.max(now, ...budgets.map((one) => startOf(state, one, like))) + ahead * lengthMs(state, like)
}

/** Decides about one reservation. `latest`: a call that is due later does not fit the run any more, epoch ms. */
export function reserve(
  state: PaceState,
  wanted: TimedNeed,
  { now, latest }: { now: number; latest: number },
): { state: PaceState; verdict: Verdict } {
  const need = clamped(wanted, state)
  // Writes that are reserved only later must be near all the same, before anything is begun.
  const asked = { ...need, writes: Math.max(need.writes, Math.min(1, wanted.writes)) }
  const earliest = Math.max(now, dayOpensAt(state, asked, now), ...budgets.map((one) => startOf(state, one, asked)))
  const at = need.class === 'replay' ? replayStart(state, asked, { now, earliest }) : earliest
  if (at === undefined || at > now + patienceOf(state, need, { now, earliest }))
    return refused(state, asked, { now, earliest })
  const reservation = { reads: slotsOf(state, 'reads', { need, at }), writes: slotsOf(state, 'writes', { need, at }) }
  if (budgets.some((one) => reservation[one].due > latest)) return refused(state, asked, { now, earliest })
  return { state: withReservation(state, need, { now, reservation }), verdict: { kind: 'reserved', at, reservation } }
}

/** `earliest`: when all budgets together would let the work begin. */
type Moment = { now: number; earliest: number }

/** A fresh event does not overtake those that are parked, unless nobody is using the budget. */
function patienceOf({ queueEnd }: PaceState, need: Need, { now, earliest }: Moment): number {
  if (need.class === 'begun' || need.queued) return patienceMs.queued
  if (need.class === 'live' && earliest > now && queueEnd.live > now + patienceMs.fresh) return -1
  return patienceMs.fresh
}

/**
 * A replay leaves half of the budget alone: it starts only when nobody is using the budget, and gets its slots after the budget was
 * left unused for as long as its calls take. Undefined: not now.
 */
function replayStart(state: PaceState, need: TimedNeed, { now, earliest }: Moment): number | undefined {
  if (earliest > now || state.queueEnd.live > now + patienceMs.fresh || idleAt(state, need) > now) return undefined
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

/** Slots of writes that are needed later begin as early as the budget allows, but count as sent when the writes are expected. */
function slotsOf(state: PaceState, budget: Budget, { need, at }: { need: TimedNeed; at: number }): Slots {
  const calls = need[budget]
  const from = Math.max(at, earliestDue(state, budget, calls))
  return {
    calls,
    from,
    due: Math.max(from, at + leadOf(budget, need)),
    everyMs: calls > burst[budget] ? costMs(state, budget) : 0,
  }
}

function withReservation(
  state: PaceState,
  need: Need,
  { now, reservation }: { now: number; reservation: Reservation },
): PaceState {
  const paid = (budget: Budget) =>
    need[budget] === 0 || costMs(state, budget) === 0
      ? state.paidAt[budget]
      : Math.max(state.paidAt[budget], reservation[budget].due) + need[budget] * costMs(state, budget)
  const day = dayAt(state, now)
  return {
    ...state,
    paidAt: { reads: paid('reads'), writes: paid('writes') },
    day: { ...day, used: day.used + need.writes },
  }
}

function refused(state: PaceState, need: TimedNeed, { now, earliest }: Moment): { state: PaceState; verdict: Verdict } {
  const { queueEnd } = state
  const soonest = Math.max(now + leastWaitMs, earliest - patienceMs.fresh)
  if (need.class === 'replay') {
    const opensAt = Math.max(earliest, idleAt(state, need))
    if (need.queued && opensAt > now && queueEnd.live <= now + patienceMs.fresh && opensAt <= now + patienceMs.queued) {
      return { state, verdict: { kind: 'soon', at: opensAt } }
    }
    const at = Math.max(soonest, earliest, halfFreeAt(state, need), queueEnd.live, queueEnd.replay)
    const end = at + 2 * lengthMs(state, need)
    return { state: { ...state, queueEnd: { ...queueEnd, replay: end } }, verdict: { kind: 'parked', at } }
  }
  if (need.class === 'begun' || need.queued) return { state, verdict: { kind: 'parked', at: soonest } }
  const start = Math.max(earliest, queueEnd.live)
  const at = Math.max(soonest, start - headStartMs)
  const end = start + lengthMs(state, need)
  return { state: { ...state, queueEnd: { ...queueEnd, live: end } }, verdict: { kind: 'parked', at } }
}

const dayAt = ({ day }: PaceState, now: number) => (now < day.endsAt ? day : { used: 0, endsAt: now + dayMs })

/** The last writes of a day are kept for logins and for what is begun; a replay takes half at most. */
function dayOpensAt(state: PaceState, need: Need, now: number): number {
  const { writesPerDay } = state
  if (writesPerDay === undefined || need.writes === 0) return now
  const kept = { begun: 0, live: Math.min(Math.ceil(writesPerDay / 50) + 10, Math.floor(writesPerDay / 2)) }
  const most = need.class === 'replay' ? Math.floor(writesPerDay / 2) : writesPerDay - kept[need.class]
  const day = dayAt(state, now)
  return day.used + need.writes <= most ? now : day.endsAt
}
