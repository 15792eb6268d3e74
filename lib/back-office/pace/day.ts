import { type Limits, largest, type Need } from './budget.ts'

/** Writes reserved in the window of a day that ends at `endsAt`, epoch ms, and those of each form among them, by its source. */
export type Day = { used: number; endsAt: number; forms?: Readonly<Record<string, number>> }

const dayMs = 24 * 60 * 60_000

const dayAt = (day: Day, now: number): Day => (now < day.endsAt ? day : { used: 0, endsAt: now + dayMs })

/** What closes the day to this need: the writes are used up, or the form has had its share of them. Undefined: nothing. */
export type DayClosed = { by: 'all' | 'share'; until: number }

export function dayClosed(state: Limits & { day: Day }, need: Need, now: number): DayClosed | undefined {
  const { writesPerDay } = state
  if (writesPerDay === undefined || need.writes === 0) return undefined
  const day = dayAt(state.day, now)
  if (day.used + need.writes > mostOf(writesPerDay, need)) return { by: 'all', until: day.endsAt }
  return hasShare(day, need, writesPerDay) ? undefined : { by: 'share', until: day.endsAt }
}

/** The last writes of a day are kept for logins and for what is begun; a replay takes half at most. */
function mostOf(writesPerDay: number, need: Need): number {
  if (need.class === 'begun') return writesPerDay
  if (need.class === 'replay') return Math.floor(writesPerDay / 2)
  return writesPerDay - Math.min(Math.ceil(writesPerDay / 50) + 10, Math.floor(writesPerDay / 2))
}

/**
 * All forms together have half of a day, and one of them a quarter: what any visitor can fill in must not use up what shops need. A fixed
 * rule, also where no shop is: a quarter of the smallest plan is 4,320 writes. What a form has begun is finished.
 */
function hasShare({ forms = {} }: Day, { form, class: weight, writes }: Need, writesPerDay: number): boolean {
  if (form === undefined || weight === 'begun') return true
  const used = Object.values(forms).reduce((sum, one) => sum + one, 0)
  return (
    used + writes <= shareOf(writesPerDay, 2) &&
    (Object.hasOwn(forms, form) ? (forms[form] ?? 0) : 0) + writes <= shareOf(writesPerDay, 4)
  )
}

/** Never less than one reservation. */
const shareOf = (writesPerDay: number, parts: number) => Math.max(largest.writes, Math.floor(writesPerDay / parts))

/** The forms of a day are those that wrote on it: one that is no source any more goes with its day. */
export function withWrites(before: Day, { form, writes }: Need, now: number): Day {
  const day = dayAt(before, now)
  const used = day.used + writes
  if (form === undefined || writes === 0) return { ...day, used }
  const own = Object.hasOwn(day.forms ?? {}, form) ? (day.forms?.[form] ?? 0) : 0
  return { ...day, used, forms: { ...day.forms, [form]: own + writes } }
}

/** Answers about one day differ by so much in its end: whole seconds, and what they were on their way. Two days' ends lie further apart. */
const sameDayMs = 60_000

/**
 * An answer that was overtaken shows fewer calls than are used, and no answer includes what is reserved and not yet sent. While only we
 * have counted, the end is an assumption and at most too late, so an earlier one is believed.
 */
export function dayWith(known: Day, seen: Pick<Day, 'used' | 'endsAt'>): Day {
  if (seen.endsAt > known.endsAt + sameDayMs) return seen
  return { ...known, used: Math.max(known.used, seen.used), endsAt: Math.min(known.endsAt, seen.endsAt) }
}
