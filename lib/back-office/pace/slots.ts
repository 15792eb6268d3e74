import { RetryLater } from '../../errors.ts'
import type { BudgetFacts } from '../../reasons.ts'
import { type Budget, lateMs } from './budget.ts'

/** Slots for calls, one every `everyMs`: the first may go out from `from` on, and counts as sent at `due`, epoch ms. */
export type Slots = { calls: number; from: number; due: number; everyMs: number }
export type Reservation = Record<Budget, Slots>
export const noSlots: Slots = { calls: 0, from: 0, due: 0, everyMs: 0 }
export const lastMoment = (slots: Slots, budget: Budget): number => slots.due + lateMs[budget]

/** The slots that are left for calls that go out no sooner than `at`: those whose time has passed are lost. */
export function leftOf(slots: Slots, budget: Budget, at: number): Slots {
  const { calls, from, due, everyMs } = slots
  if (calls === 0 || at <= lastMoment(slots, budget)) return slots
  if (everyMs === 0) return noSlots
  return leftOf({ calls: calls - 1, from: from + everyMs, due: due + everyMs, everyMs }, budget, at)
}

/** After a call that goes out now. One that is early brings the next one forward; one that is late does not put it off. */
export const afterCall = ({ calls, from, due, everyMs }: Slots, now: number): Slots => ({
  calls: calls - 1,
  from: everyMs === 0 ? from : Math.min(now, due) + everyMs,
  due: due + everyMs,
  everyMs,
})

type UsedUp = BudgetFacts & { code: 'limit_used_up' | 'form_share_used_up' }

/** The work waits outside of its run, without an attempt, until `atMs`, epoch ms. */
export function parked(atMs: number, why: UsedUp): RetryLater {
  const message = `The limits of the back office are used up (${why.budget}): the work waits for its slots in the queue`
  return new RetryLater(message, { code: 'pace', atMs, why })
}
