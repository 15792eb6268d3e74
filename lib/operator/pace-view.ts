import { type Budget, budgets } from '../back-office/pace/budget.ts'
import { noCounts, othersIn } from '../back-office/pace/counts.ts'
import type { PaceState } from '../back-office/pace/state.ts'
import { iso } from './iso.ts'

type Share = { budget: Budget | 'day'; limit: number; used: number; others?: number; endsAt?: string }

const limitOf = (state: PaceState, budget: Budget): number | undefined =>
  budget === 'reads' ? state.readsPerMinute : state.writesPerMinute

/**
 * What this minute and this day have used of each limit that is known. `others`: calls of other clients in the last window of a minute, as
 * far as the headers have shown them.
 */
export function paceView(state: PaceState, now: number): Share[] {
  const { counts = noCounts, writesPerDay, day } = state
  const minute = Math.floor(now / 60_000) * 60_000
  const shares = budgets.flatMap((budget): Share[] => {
    const limit = limitOf(state, budget)
    if (limit === undefined) return []
    const used = counts.minute.at === minute ? counts.minute[budget] : 0
    const others = othersIn(counts, budget, now)
    return [{ budget, limit, used, ...(others !== undefined && { others }), endsAt: iso(minute + 60_000) }]
  })
  if (writesPerDay === undefined) return shares
  const isToday = now < day.endsAt
  return [
    ...shares,
    { budget: 'day', limit: writesPerDay, used: isToday ? day.used : 0, ...(isToday && { endsAt: iso(day.endsAt) }) },
  ]
}
