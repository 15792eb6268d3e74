import type { BudgetFacts, BudgetName } from '../../reasons.ts'
import { type Budget, budgets, perDay, perMinute } from './budget.ts'
import { callsOfDay, noCounts, othersIn } from './counts.ts'
import { dayClosed } from './day.ts'
import type { PaceState } from './state.ts'

/** `until`: when the window ends, or a refusal of the back office, epoch ms. `isUsedUp`: nothing fresh is sent before. */
export type BudgetSeen = BudgetFacts & { used: number; until?: number; isUsedUp: boolean }

const minuteMs = 60_000

/** The four budgets as people see them: each whose limit is known, or that is refused. Nothing is paced by it. */
export const budgetsSeen = (state: PaceState, now: number): BudgetSeen[] =>
  [
    ...budgets.map((budget) => ofMinute(state, budget, now)),
    ...budgets.map((budget) => ofDay(state, budget, now)),
  ].filter(({ limit, isUsedUp }) => limit !== undefined || isUsedUp)

/** What an event that waits for a budget says of it. How much of a minute is used is of no use to its reader. */
export function budgetFacts(state: PaceState, name: BudgetName, now: number): BudgetFacts {
  const { budget, limit, used, others } = budgetsSeen(state, now).find(({ budget }) => budget === name) ?? {
    budget: name,
  }
  const isOfDay = name === 'readsPerDay' || name === 'writesPerDay'
  return { ...known({ budget, limit, others }), ...(isOfDay && used !== undefined && { used }) }
}

function ofMinute(state: PaceState, budget: Budget, now: number): BudgetSeen {
  const { counts = noCounts } = state
  const minute = Math.floor(now / minuteMs) * minuteMs
  const used = counts.minute.at === minute ? counts.minute[budget] : 0
  const refusedUntil = state.closedUntil?.[budget] ?? 0
  const isUsedUp = refusedUntil > now && closedDay(state, budget, now) === undefined
  const until = isUsedUp ? refusedUntil : minute + minuteMs
  const facts = known({ budget, limit: state[perMinute[budget]], others: othersIn(counts, budget, now) })
  return { ...facts, used, until, isUsedUp }
}

function ofDay(state: PaceState, budget: Budget, now: number): BudgetSeen {
  const { counts = noCounts, days = {} } = state
  const day = days[budget]
  const isToday = day !== undefined && now < day.endsAt
  const closed = closedDay(state, budget, now)
  const until = closed?.until ?? (isToday ? day.endsAt : undefined)
  // What is reserved may never be sent: the answers are the better count.
  const { used, others } = callsOfDay(counts, budget, now) ?? { used: isToday ? day.used : 0 }
  const facts = known({ budget: perDay[budget], limit: state[perDay[budget]], others })
  return { ...facts, used, ...(until !== undefined && { until }), isUsedUp: closed !== undefined }
}

/** Which limit keeps calls of a budget from being sent, where one does. */
export const refusedBudget = (state: PaceState, budget: Budget, now: number): BudgetName =>
  closedDay(state, budget, now) ? perDay[budget] : budget

const closedDay = (state: PaceState, budget: Budget, now: number) =>
  dayClosed(state, { class: 'live', reads: 0, writes: 0, [budget]: 1 }, now)

type Perhaps = { budget: BudgetName; limit?: number | undefined; others?: number | undefined }

const known = ({ budget, limit, others }: Perhaps): BudgetFacts => ({
  budget,
  ...(limit !== undefined && { limit }),
  ...(others !== undefined && { others }),
})
