import { type Budget, costMs, type Limits, spareOf } from './budget.ts'
import { dayWith } from './day.ts'
import { type Learnt, learntFrom } from './learning.ts'
import type { PaceState } from './state.ts'

/** A refusal: nothing of this budget before `until`. */
type Closed = { budget: Budget; until: number }
/** What a response said: limits, and how many calls are left until a window ends. Times are epoch ms. */
export type Observation = Limits & {
  minute?: { budget: Budget; left: number; endsAt: number }
  day?: { left: number; endsAt: number }
  closed?: Closed
  learnt?: Learnt
}

/**
 * The state with what was seen. The time of the next call only ever moves to later, and only for the budget of the answer: calls that
 * others have spent are calls that we do not have. The count of a day is the server's, where it sends one, but within a day it only rises.
 */
export function observed(state: PaceState, seen: Observation): PaceState {
  const { minute, day, closed, learnt, ...limits } = seen
  const withLimits: PaceState = { ...state, ...limits }
  const open = learnt ? learntFrom(learnt, state, withLimits) : withLimits
  const known = closed ? withClosed(open, closed) : open
  const paidAt = { ...known.paidAt }
  if (minute) {
    const earliest = minute.endsAt - minute.left * costMs(known, minute.budget)
    paidAt[minute.budget] = Math.max(paidAt[minute.budget], earliest)
  }
  if (closed) paidAt[closed.budget] = Math.max(paidAt[closed.budget], closed.until + burstMs(known, closed.budget))
  const { writesPerDay } = known
  if (!day || writesPerDay === undefined) return { ...known, paidAt }
  return {
    ...known,
    paidAt,
    day: dayWith(state.day, { used: Math.max(0, writesPerDay - day.left), endsAt: day.endsAt }),
  }
}

function withClosed(state: PaceState, { budget, until }: Closed): PaceState {
  const closedUntil = { ...state.closedUntil, [budget]: Math.max(state.closedUntil?.[budget] ?? 0, until) }
  return { ...state, closedUntil }
}

/** A refusal holds for the calls of a burst as well, which are due before they are paid. */
const burstMs = (limits: Limits, budget: Budget): number => spareOf(limits, budget, 1) * costMs(limits, budget)
