import { type Budget, budgets, type Limits, largest, type Need, perDay, perMinute } from './budget.ts'

/** Calls reserved in the window of a day that ends at `endsAt`, epoch ms, and those of each form among them, by its source. */
export type Day = { used: number; endsAt: number; forms?: Readonly<Record<string, number>> }
/** Absent: nothing is counted yet. */
export type Days = Partial<Record<Budget, Day>>
type State = Limits & { days?: Days; closedUntil?: Partial<Record<Budget, number>> }
const dayMs = 24 * 60 * 60_000
/** A refusal for longer is not about a minute, whatever its headers show. */
const longestOfMinuteMs = 5 * 60_000

export const dayAt = (day: Day | undefined, now: number): Day =>
  day && now < day.endsAt ? day : { used: 0, endsAt: now + dayMs }

/** What closes the day to this need: the calls of a budget are used up, or the form has had its share of them. Undefined: nothing. */
export type DayClosed = { budget: Budget; isShare: boolean; until: number }

/** The budget that opens last decides. */
export function dayClosed(state: State, need: Need, now: number): DayClosed | undefined {
  const closed = budgets.flatMap((budget) => closedOf(state, budget, { need, now }) ?? [])
  return closed.toSorted((one, other) => other.until - one.until)[0]
}

function closedOf(state: State, budget: Budget, { need, now }: { need: Need; now: number }): DayClosed | undefined {
  if (need[budget] === 0) return undefined
  const refusedUntil = state.closedUntil?.[budget] ?? 0
  if (refusedUntil > now + longestOfMinuteMs) return { budget, isShare: false, until: refusedUntil }
  const limit = state[perDay[budget]]
  if (limit === undefined) return undefined
  const day = dayAt(state.days?.[budget], now)
  if (day.used + need[budget] > mostOf(limit, budget, need)) return { budget, isShare: false, until: day.endsAt }
  return hasShare(day, need, { budget, limit }) ? undefined : { budget, isShare: true, until: day.endsAt }
}

/** What a replay may use. Audits read like one: others, who mostly read, must not keep them from it every day. */
const shareOfReplays: Record<Budget, number> = { reads: 3 / 4, writes: 1 / 2 }

/** The last calls of a day are kept for logins, for people who wait and for what is begun. */
export function mostOf(limit: number, budget: Budget, need: Pick<Need, 'class'>): number {
  if (need.class === 'begun') return limit
  if (need.class === 'replay') return Math.floor(limit * shareOfReplays[budget])
  return limit - Math.min(Math.ceil(limit / 50) + 10, Math.floor(limit / 2))
}

/** Visitors must not use up the calls of shops: all forms have half of a day, and one a quarter. Begun work goes on. */
function hasShare({ forms = {} }: Day, need: Need, { budget, limit }: { budget: Budget; limit: number }): boolean {
  const { form, class: weight } = need
  if (form === undefined || weight === 'begun') return true
  const most = (parts: number) => Math.max(largest[budget], Math.floor(limit / parts))
  return sumOf(forms) + need[budget] <= most(2) && ofForm(forms, form) + need[budget] <= most(4)
}

type Forms = NonNullable<Day['forms']>
const sumOf = (forms: Forms) => Object.values(forms).reduce((sum, one) => sum + one, 0)
const ofForm = (forms: Forms, form: string) => (Object.hasOwn(forms, form) ? (forms[form] ?? 0) : 0)

/** The forms of a day are those that used calls on it: one that is no source any more goes with its day. */
export function withCalls(before: Days, need: Need, now: number): Days {
  const days = { ...before }
  for (const budget of budgets) if (need[budget] > 0) days[budget] = withOwn(dayAt(before[budget], now), need, budget)
  return days
}

function withOwn(day: Day, { form, ...need }: Need, budget: Budget): Day {
  const used = day.used + need[budget]
  if (form === undefined) return { ...day, used }
  return { ...day, used, forms: { ...day.forms, [form]: ofForm(day.forms ?? {}, form) + need[budget] } }
}

/** What an answer's headers say of a day. `limit`: as they name it. */
export type SeenDay = { budget: Budget; left: number; limit?: number; endsAt: number }
/** The largest difference of two ends of one day, in whole seconds and late answers. Two days lie further apart. */
const sameDayMs = 60_000

/** An answer misses at most the calls of two minutes: beyond, the back office's count and earlier end win. */
export function dayWith(known: Day | undefined, seen: SeenDay, limits: Limits): Day | undefined {
  const limit = limits[perDay[seen.budget]]
  if (limit === undefined) return known
  const used = Math.max(0, limit - seen.left)
  if (!known || seen.endsAt > known.endsAt + sameDayMs) return { used, endsAt: seen.endsAt }
  const perMinuteAtMost = seen.limit === limit ? limits[perMinute[seen.budget]] : undefined
  const most = perMinuteAtMost === undefined ? known.used : Math.min(known.used, used + 2 * perMinuteAtMost)
  return { ...known, used: Math.max(used, most), endsAt: Math.min(known.endsAt, seen.endsAt) }
}

/** The version before counted reads and writes as one day: only the writes of forms are certain. */
export const daysFrom = ({ forms = {}, endsAt }: Day): Days => ({ writes: { used: sumOf(forms), endsAt, forms } })
