import { withoutUndefined } from '../../without-undefined.ts'
import { retryAt } from '../http/retry-at.ts'
import { isTooManySessions } from '../http/server-words.ts'
import type { Answer } from '../http/transport.ts'
import { type Budget, budgetOf, costMs, type Limits, minuteMs, perDay, perMinute, spareOf } from './budget.ts'
import { dayWith, type SeenDay } from './day.ts'
import { type Learnt, learntFrom } from './learning.ts'
import type { PaceState } from './state.ts'

/** A refusal: nothing of this budget before `until`. */
type Closed = { budget: Budget; until: number }
/** What a response said: limits, and how many calls are left until a window ends. Times are epoch ms. */
export type Observation = Limits & {
  minute?: { budget: Budget; left: number; endsAt: number }
  day?: SeenDay
  closed?: Closed
  learnt?: Learnt
}

/** The next call only moves to later, for the answer's budget; a day's count is the server's, and only rises. */
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
  if (closed) {
    // A refusal holds for the calls of a burst as well, which are due before they are paid.
    const burstMs = spareOf(known, closed.budget, 1) * costMs(known, closed.budget)
    paidAt[closed.budget] = Math.max(paidAt[closed.budget], closed.until + burstMs)
  }
  const next = day && dayWith(known.days?.[day.budget], day, known)
  return next ? { ...known, paidAt, days: { ...known.days, [day.budget]: next } } : { ...known, paidAt }
}

const withClosed = (state: PaceState, { budget, until }: Closed): PaceState => ({
  ...state,
  closedUntil: { ...state.closedUntil, [budget]: Math.max(state.closedUntil?.[budget] ?? 0, until) },
})

/** What the headers of an answer show of its budget, of a minute and of a day, and a 429 (docs/back-office.md 3.2). */
export function observationOf(method: 'GET' | 'POST', answer: Answer, now: number): Observation {
  const budget = budgetOf(method)
  const { left, ...minute } = periodOf(answer.headers, 'short', now)
  const { left: leftOfDay, ...day } = periodOf(answer.headers, 'long', now)
  // A window that has calls left is a minute long, whatever the header says.
  const endsAt = left === 0 ? minute.endsAt : Math.min(minute.endsAt, now + minuteMs)
  return withoutUndefined({
    [perMinute[budget]]: minute.limit,
    [perDay[budget]]: day.limit,
    minute: left === undefined ? undefined : { budget, left, endsAt },
    day: leftOfDay === undefined ? undefined : withoutUndefined({ budget, left: leftOfDay, ...day }),
    closed: closedBy(answer, budget, now),
  })
}

type Period = { limit: number | undefined; left: number | undefined; endsAt: number }

function periodOf(headers: Answer['headers'], period: 'short' | 'long', now: number): Period {
  const read = (name: string) => wholeNumber(headers.get(`x-plenty-global-${period}-period-${name}`))
  const [limit, left, decay] = [read('limit'), read('calls-left'), read('decay')]
  if (limit === 0 || decay === undefined) return { limit: limit || undefined, left: undefined, endsAt: now }
  return { limit, left, endsAt: now + decay * 1000 }
}

/** A 429 for too many sessions is no rate limit. One that names no time closes for a whole window. */
function closedBy({ status, headers, body }: Answer, budget: Budget, now: number): Closed | undefined {
  if (status !== 429 || isTooManySessions(body)) return undefined
  const named = /(read|write) limit reached/i.exec(body)?.[1]?.toLowerCase()
  const until = retryAt(headers, now) ?? now + minuteMs
  return { budget: named === undefined ? budget : named === 'read' ? 'reads' : 'writes', until }
}

const wholeNumber = (text: string | null): number | undefined =>
  text !== null && /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined
