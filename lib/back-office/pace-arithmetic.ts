/**
 * How many calls may go out when, pure: the generic cell rate algorithm (GCRA; ITU-T I.371), one cell for reads and one for writes.
 * Reads and writes are separate budgets of the API user, a third one counts the writes of a day (public facts, Rate limits).
 */

export type Budget = 'reads' | 'writes'
export const budgets = ['reads', 'writes'] as const

/** Begun: something of the event is known or written already. Replay: an operator started many over at once. */
export type PaceClass = 'begun' | 'live' | 'replay'

/** What an event's next steps need. `queued`: it has waited for its turn already and does not queue up anew. */
export type Need = Record<Budget, number> & { class: PaceClass; queued?: boolean }

/** Absent: no limit, or not known yet. */
export type Limits = {
  readsPerMinute?: number | undefined
  writesPerMinute?: number | undefined
  writesPerDay?: number | undefined
}

export type PaceState = Limits & {
  /** GCRA's theoretical arrival time: when what was given away has been earned, epoch ms. In the future: that much is given away ahead. */
  paidAt: Record<Budget, number>
  /** Writes given away in the window of a day that ends at `endsAt`, epoch ms. */
  day: { used: number; endsAt: number }
  /** Up to when the parked events of a lane will take, epoch ms. */
  queueEnd: Record<'live' | 'replay', number>
}

export const emptyState: PaceState = {
  paidAt: { reads: 0, writes: 0 },
  day: { used: 0, endsAt: 0 },
  queueEnd: { live: 0, replay: 0 },
}

/** Granted: the calls may go out from `at` on. Soon: ask again at `at`. Parked: come back at `at`, and the queue remembers the place. */
export type Verdict = { kind: 'granted' | 'soon' | 'parked'; at: number }

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** The largest reservation: a larger need is met by several. Each call of it costs one call a minute of the rate. */
export const burst: Record<Budget, number> = { reads: 5, writes: 2 }

/** How long a run may wait for calls that are given away ahead. A fresh event waits that long at most, then it queues up. */
export const patienceMs = { fresh: 30_000, queued: 40_000 }
/** Parked events come due this much before their turn, so that the schedule, which looks every minute, has them at hand. */
const headStartMs = minuteMs
const leastWaitMs = 1_000

const perMinute = { reads: 'readsPerMinute', writes: 'writesPerMinute' } as const

const burstOf = (budget: Budget, limit: number) => Math.min(burst[budget], limit)

/**
 * Milliseconds that one call costs; 0 without a limit. With rate = limit - burst + 1 a window of a minute never holds more than the
 * limit: the burst at its beginning and one call less than the rate after it. Rounded up, so the clock's milliseconds keep that true.
 */
export function costMs(state: Limits, budget: Budget): number {
  const limit = state[perMinute[budget]]
  return limit === undefined ? 0 : Math.ceil(minuteMs / (limit - burstOf(budget, limit) + 1))
}

/** The need in calls of one reservation. */
export function clamped(need: Need, state: Limits): Need {
  const most = (budget: Budget) => burstOf(budget, state[perMinute[budget]] ?? Number.POSITIVE_INFINITY)
  return { ...need, reads: Math.min(need.reads, most('reads')), writes: Math.min(need.writes, most('writes')) }
}

/** When a budget alone would let the calls go, epoch ms; in the past where it is not used up. */
function slotOf(state: PaceState, budget: Budget, calls: number): number {
  if (calls === 0) return 0
  const limit = state[perMinute[budget]]
  const spare = limit === undefined ? 0 : burstOf(budget, limit) - calls
  return state.paidAt[budget] - spare * costMs(state, budget)
}

/** What a need takes of the back office's time: the slower one of its budgets. */
export const lengthMs = (state: PaceState, need: Need): number =>
  Math.max(...budgets.map((budget) => need[budget] * costMs(state, budget)))

/** Whether anything at all stands between this need and the back office. */
export function isPaced(state: PaceState, need: Need, now: number): boolean {
  const daily = need.writes > 0 && state.writesPerDay !== undefined
  return (
    daily || budgets.some((budget) => need[budget] > 0 && (costMs(state, budget) > 0 || state.paidAt[budget] > now))
  )
}

/** From when on something like the next event would get its calls, `ahead` others before it, epoch ms. */
export function opensAt(state: PaceState, { now, ahead }: { now: number; ahead: number }): number {
  const need = clamped({ class: 'live', reads: 3, writes: 2 }, state)
  return Math.max(now, ...budgets.map((one) => slotOf(state, one, need[one]))) + ahead * lengthMs(state, need)
}

/** Decides about one reservation. `latest`: what begins later does not fit the run any more, epoch ms. */
export function reserve(
  state: PaceState,
  wanted: Need,
  { now, latest }: { now: number; latest: number },
): { state: PaceState; verdict: Verdict } {
  const need = clamped(wanted, state)
  const slot = Math.max(now, dayOpensAt(state, need, now), ...budgets.map((one) => slotOf(state, one, need[one])))
  const at = need.class === 'replay' ? replaySlot(state, need, { now, slot }) : slot
  if (at !== undefined && at <= Math.min(latest, now + patienceOf(state, need, { now, slot }))) {
    return { state: given(state, need, { now, at }), verdict: { kind: 'granted', at } }
  }
  return refused(state, need, { now, slot })
}

type Moment = { now: number; slot: number }

/** A fresh event does not overtake those that are parked, unless nobody is using the budget. */
function patienceOf({ queueEnd }: PaceState, need: Need, { now, slot }: Moment): number {
  if (need.class === 'begun' || need.queued) return patienceMs.queued
  if (need.class === 'live' && slot > now && queueEnd.live > now + patienceMs.fresh) return -1
  return patienceMs.fresh
}

/**
 * A replay leaves half of the budget alone: it starts only from a budget that nobody is using and gets its calls after that budget
 * was left unused for as long as they take. Undefined: not now.
 */
function replaySlot(state: PaceState, need: Need, { now, slot }: Moment): number | undefined {
  if (slot > now || state.queueEnd.live > now + patienceMs.fresh || idleAt(state, need) > now) return undefined
  return Math.max(now, halfFreeAt(state, need))
}

const halfFreeAt = (state: PaceState, need: Need) =>
  Math.max(...budgets.map((one) => (need[one] > 0 ? state.paidAt[one] + need[one] * costMs(state, one) : 0)))

const idleAt = ({ paidAt }: PaceState, need: Need) =>
  Math.max(...budgets.map((one) => (need[one] > 0 ? paidAt[one] : 0)))

function given(state: PaceState, need: Need, { now, at }: { now: number; at: number }): PaceState {
  const paid = (budget: Budget) =>
    need[budget] === 0 || costMs(state, budget) === 0
      ? state.paidAt[budget]
      : Math.max(state.paidAt[budget], at) + need[budget] * costMs(state, budget)
  const day = dayAt(state, now)
  return {
    ...state,
    paidAt: { reads: paid('reads'), writes: paid('writes') },
    day: { ...day, used: day.used + need.writes },
  }
}

function refused(state: PaceState, need: Need, { now, slot }: Moment): { state: PaceState; verdict: Verdict } {
  const { queueEnd } = state
  const soonest = Math.max(now + leastWaitMs, slot - patienceMs.fresh)
  if (need.class === 'replay') {
    const opensAt = Math.max(slot, idleAt(state, need))
    if (need.queued && opensAt > now && queueEnd.live <= now + patienceMs.fresh && opensAt <= now + patienceMs.queued) {
      return { state, verdict: { kind: 'soon', at: opensAt } }
    }
    const at = Math.max(soonest, slot, halfFreeAt(state, need), queueEnd.live, queueEnd.replay)
    const end = at + 2 * lengthMs(state, need)
    return { state: { ...state, queueEnd: { ...queueEnd, replay: end } }, verdict: { kind: 'parked', at } }
  }
  if (need.class === 'begun' || need.queued) return { state, verdict: { kind: 'parked', at: soonest } }
  const turn = Math.max(slot, queueEnd.live)
  const at = Math.max(soonest, turn - headStartMs)
  const end = turn + lengthMs(state, need)
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
