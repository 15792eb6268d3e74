import type { BudgetFacts, BudgetName } from '../../reasons.ts'
import { withoutUndefined } from '../../without-undefined.ts'
import { type Budget, budgets, minuteMs, perDay, perMinute } from './budget.ts'
import { callsOfDay, noCounts, othersIn } from './counts.ts'
import { dayAt, dayClosed } from './day.ts'
import type { PaceState } from './state.ts'

/** `until`: when the window ends, or a refusal of the back office, epoch ms. `isUsedUp`: nothing fresh is sent before. */
export type BudgetSeen = BudgetFacts & { used: number; until?: number; isUsedUp: boolean }

/** The budgets for people, each whose limit is known or that is refused. They pace nothing. */
export const budgetsSeen = (state: PaceState, now: number): BudgetSeen[] =>
  [ofMinute, ofDay]
    .flatMap((seen) => budgets.map((budget) => withoutUndefined(seen(state, budget, now))))
    .filter(({ limit, isUsedUp }) => limit !== undefined || isUsedUp)

/** What an event that waits for a budget says of it. How much of a minute is used is of no use to its reader. */
export function budgetFacts(state: PaceState, name: BudgetName, now: number): BudgetFacts {
  const seen = budgetsSeen(state, now).find(({ budget }) => budget === name)
  const used = name === 'readsPerDay' || name === 'writesPerDay' ? seen?.used : undefined
  return withoutUndefined({ budget: name, limit: seen?.limit, others: seen?.others, used })
}

function ofMinute(state: PaceState, budget: Budget, now: number): BudgetSeen {
  const { counts = noCounts } = state
  const minute = Math.floor(now / minuteMs) * minuteMs
  const used = counts.minute.at === minute ? counts.minute[budget] : 0
  const refusedUntil = state.closedUntil?.[budget] ?? 0
  const isUsedUp = refusedUntil > now && closedDay(state, budget, now) === undefined
  const until = isUsedUp ? refusedUntil : minute + minuteMs
  return { budget, limit: state[perMinute[budget]], others: othersIn(counts, budget, now), used, until, isUsedUp }
}

function ofDay(state: PaceState, budget: Budget, now: number): BudgetSeen {
  const { counts = noCounts, days = {} } = state
  const day = dayAt(days[budget], now)
  const closed = closedDay(state, budget, now)
  const until = closed?.until ?? (day === days[budget] ? day.endsAt : undefined)
  // What is reserved may never be sent: the answers are the better count.
  const { used, others } = callsOfDay(counts, budget, now) ?? { used: day.used }
  return { budget: perDay[budget], limit: state[perDay[budget]], others, used, until, isUsedUp: closed !== undefined }
}

/** The limit that keeps calls of a budget from being sent, where one does. */
export const refusedBudget = (state: PaceState, budget: Budget, now: number): BudgetName =>
  closedDay(state, budget, now) ? perDay[budget] : budget

const closedDay = (state: PaceState, budget: Budget, now: number) =>
  dayClosed(state, { class: 'live', reads: 0, writes: 0, [budget]: 1 }, now)
