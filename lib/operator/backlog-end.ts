import { type Budget, budgets, costMs } from '../back-office/pace/budget.ts'
import { type Counts, doneBetween, noCounts, othersIn } from '../back-office/pace/counts.ts'
import type { PaceState } from '../back-office/pace/state.ts'

/** `calls`: of one event, on average. `busySince`: since when there has been work that waited for its turn, epoch ms. */
export type Backlog = { events: number; calls: Record<Budget, number>; isReplay: boolean; busySince: number }

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** A rate that is measured over less says little, and one over more is of another time. */
const minutes = { least: 2, most: 15 }
/** Of a limit: however much others use, something is left. */
const leastShare = 0.1

/**
 * When a backlog is all done, epoch ms: as fast as it went in the last minutes, where work waited in all of them; else as fast as the limits
 * allow. Undefined: no limit is known.
 */
export function backlogEnd(state: PaceState, backlog: Backlog, now: number): number | undefined {
  const measured = measuredMs(state.counts ?? noCounts, backlog, now)
  const eachMs = measured ?? allowedMs(state, backlog, now)
  if (eachMs === undefined) return undefined
  // What was measured has waited for refusals already.
  const closed = measured === undefined ? budgets.map((budget) => state.closedUntil?.[budget] ?? 0) : []
  return withDays(state, { backlog, begin: Math.max(now, ...closed), eachMs, now })
}

/** What one event took, by the writes of the whole minutes in which there always was one waiting. */
function measuredMs(counts: Counts, { calls, busySince }: Backlog, now: number): number | undefined {
  const end = Math.floor(now / minuteMs) * minuteMs
  // In the first minute workers begin.
  const from = Math.max(Math.ceil(busySince / minuteMs + 1) * minuteMs, end - minutes.most * minuteMs)
  const length = end - from
  if (length < minutes.least * minuteMs || calls.writes === 0) return undefined
  const done = doneBetween(counts.done, from, end)
  return done === 0 ? undefined : (length * calls.writes) / done
}

/** What one event takes at least: the slower one of its budgets, less what others use of it. A replay leaves half of it to others. */
function allowedMs(state: PaceState, { calls, isReplay }: Backlog, now: number): number | undefined {
  const limits = { reads: state.readsPerMinute, writes: state.writesPerMinute }
  if (limits.reads === undefined && limits.writes === undefined) return undefined
  const each = budgets.map((budget) => {
    const limit = limits[budget]
    if (limit === undefined) return 0
    const others = othersIn(state.counts ?? noCounts, budget, now) ?? 0
    return (calls[budget] * costMs(state, budget)) / Math.max(leastShare, (limit - others) / limit)
  })
  return Math.max(...each) * (isReplay ? 2 : 1)
}

type Course = { backlog: Backlog; begin: number; eachMs: number; now: number }

/** Where the writes of this day are not enough, the rest waits for the next ones. */
function withDays(state: PaceState, { backlog, begin, eachMs, now }: Course): number {
  const { events, calls } = backlog
  const { writesPerDay, day } = state
  const needed = events * calls.writes
  const left = writesPerDay === undefined ? needed : writesPerDay - (now < day.endsAt ? day.used : 0)
  if (writesPerDay === undefined || needed <= left) return begin + events * eachMs
  const rest = needed - Math.max(0, left)
  const days = Math.ceil(rest / writesPerDay) - 1
  const today = now < day.endsAt ? day.endsAt : now + dayMs
  return today + days * dayMs + ((rest - days * writesPerDay) / calls.writes) * eachMs
}
