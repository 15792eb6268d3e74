import { type Budget, lateMs } from './budget.ts'

/**
 * So many calls, one every `everyMs`. The first may go out from `from` on, and is counted as sent at `due`, epoch ms: what is sent more
 * than the allowed lateness after it would crowd a later window.
 */
export type Grant = { calls: number; from: number; due: number; everyMs: number }
export type Reservation = Record<Budget, Grant>

export const noGrant: Grant = { calls: 0, from: 0, due: 0, everyMs: 0 }

export const lastMoment = (grant: Grant, budget: Budget): number => grant.due + lateMs[budget]

/** What is left of a grant for calls that go out no sooner than `at`: those whose time has passed are lost. */
export function leftOf(grant: Grant, budget: Budget, at: number): Grant {
  const { calls, from, due, everyMs } = grant
  if (calls === 0 || at <= lastMoment(grant, budget)) return grant
  return everyMs === 0
    ? noGrant
    : leftOf({ calls: calls - 1, from: from + everyMs, due: due + everyMs, everyMs }, budget, at)
}

/** After a call that goes out now. One that is early brings the next one forward; one that is late does not put it off. */
export const afterCall = ({ calls, from, due, everyMs }: Grant, now: number): Grant =>
  everyMs === 0
    ? { calls: calls - 1, from, due, everyMs }
    : { calls: calls - 1, from: Math.min(now, due) + everyMs, due: due + everyMs, everyMs }
