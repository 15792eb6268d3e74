import { invariant } from '../../invariant.ts'
import type { Budget, Estimate, Need, TimedNeed } from './budget.ts'
import { budgets, burst, clamped, costMs, leadOf, lengthMs, perDay, spareOf } from './budget.ts'
import { dayClosed, withCalls } from './day.ts'
import { type Decided, patienceMs, patienceOf, refused, replayStart } from './queue.ts'
import type { Reservation, Slots } from './slots.ts'
import type { PaceState } from './state.ts'

/** When calls may go out, pure: the generic cell rate algorithm (GCRA; ITU-T I.371), one cell for each budget. */

/** When a budget alone would let the calls be due, epoch ms; in the past where it is not used up. */
const earliestDue = (state: PaceState, budget: Budget, calls: number): number =>
  calls === 0 ? 0 : state.paidAt[budget] - spareOf(state, budget, calls) * costMs(state, budget)

/** When a budget alone would let the work begin. The reads may take less than their lead, and the writes are waited for then. */
const startOf = (state: PaceState, budget: Budget, need: TimedNeed): number =>
  earliestDue(state, budget, need[budget]) - Math.min(leadOf(budget, need), need.patienceMs ?? Number.POSITIVE_INFINITY)

/** Whether anything at all stands between this need and the back office. */
export const isPaced = (state: PaceState, need: Need, now: number): boolean =>
  budgets
    .filter((one) => need[one] > 0)
    .some((one) => state[perDay[one]] !== undefined || costMs(state, one) > 0 || state.paidAt[one] > now)

/** From when on the next event would get its slots, behind `ahead` others, epoch ms; a closed day counts for nothing. */
export function opensAt(state: PaceState, need: TimedNeed, { now, ahead }: { now: number; ahead: number }): number {
  const like = clamped(need, state)
  const open = budgets.filter((one) => !dayClosed(state, { class: 'begun', reads: 0, writes: 0, [one]: 1 }, now))
  return Math.max(now, ...open.map((one) => startOf(state, one, like))) + ahead * lengthMs(state, like)
}

/** `latest`: a call that is due later does not fit the run any more, epoch ms. */
type Window = { now: number; latest: number }

/** Decides about one reservation. */
export function reserve(state: PaceState, wanted: TimedNeed, { now, latest }: Window): Decided {
  const need = clamped(wanted, state)
  // Writes that are reserved only later must be near all the same, before anything is begun.
  const asked = { ...need, writes: Math.max(need.writes, Math.min(1, wanted.writes)) }
  const closed = dayClosed(state, asked, now)
  const earliest = Math.max(closed?.until ?? now, ...budgets.map((one) => startOf(state, one, asked)))
  const lacks = closed ? { by: perDay[closed.budget], isShare: closed.isShare } : { by: slowestOf(state, asked) }
  const refuse = () => refused(state, asked, { now, earliest, closed, lacks, takesMs: lengthMs(state, wanted) })
  const at = need.class === 'replay' ? replayStart(state, asked, { now, earliest }) : earliest
  if (at === undefined || at > now + patienceOf(state, need, { now, earliest })) return refuse()
  const reservation = { reads: slotsOf(state, 'reads', { need, at }), writes: slotsOf(state, 'writes', { need, at }) }
  if (budgets.some((one) => reservation[one].due > latest)) return refuse()
  return { state: withReservation(state, need, { now, reservation }), verdict: { kind: 'reserved', at, reservation } }
}

const slowestOf = (state: PaceState, need: TimedNeed): Budget =>
  need.writes > 0 && startOf(state, 'writes', need) >= startOf(state, 'reads', need) ? 'writes' : 'reads'

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

type Reserving = { now: number; reservation: Reservation }

function withReservation(state: PaceState, need: Need, { now, reservation }: Reserving): PaceState {
  const paid = (budget: Budget) =>
    need[budget] === 0 || costMs(state, budget) === 0
      ? state.paidAt[budget]
      : Math.max(state.paidAt[budget], reservation[budget].due) + need[budget] * costMs(state, budget)
  const paidAt = { reads: paid('reads'), writes: paid('writes') }
  return { ...state, paidAt, days: withCalls(state.days ?? {}, need, now) }
}

const mostMeasured = 10
/** What took longer has waited for something else. */
const mostMs = 15_000
/** Work that begins too early waits for its write; work that begins too late misses it. */
const margin = 1.2

/** What this process has measured of how long things take: as long as the longest of the last few times. */
export function createEstimate() {
  const measured: Record<keyof Estimate, number[]> = { leadMs: [], gapMs: [] }
  return {
    add(what: keyof Estimate, ms: number): void {
      measured[what] = [...measured[what], Math.min(ms, mostMs)].slice(-mostMeasured)
    },
    /** Holds what was measured at all. */
    current: (): Estimate => ({
      ...(measured.leadMs.length > 0 && { leadMs: Math.ceil(margin * Math.max(...measured.leadMs)) }),
      ...(measured.gapMs.length > 0 && { gapMs: Math.max(...measured.gapMs) }),
    }),
  }
}

type Reserved = { at: number; reservation: Reservation }
/** `decidedAt`: by the clock as it was then. It may have jumped since, which is no broken rule. */
type Times = { decidedAt: number; latest: number }

/** Slots begin at once or within the longest patience, and fit the run. */
export function mustBeInTime({ at, reservation }: Reserved, { decidedAt, latest }: Times): void {
  invariant(at >= decidedAt && at <= decidedAt + patienceMs.queued, 'slot_out_of_time', { at })
  for (const { calls, due } of Object.values(reservation))
    invariant(calls === 0 || (due >= decidedAt && due <= latest), 'slot_out_of_time', { due })
}
