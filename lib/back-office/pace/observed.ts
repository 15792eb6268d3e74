import { retryAt } from '../http/retry-at.ts'
import { isTooManySessions } from '../http/server-words.ts'
import { type Budget, costMs, type Limits, perDay, perMinute, spareOf } from './budget.ts'
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
  if (closed) paidAt[closed.budget] = Math.max(paidAt[closed.budget], closed.until + burstMs(known, closed.budget))
  const next = day && dayWith(known.days?.[day.budget], day, known)
  return next ? { ...known, paidAt, days: { ...known.days, [day.budget]: next } } : { ...known, paidAt }
}

function withClosed(state: PaceState, { budget, until }: Closed): PaceState {
  const closedUntil = { ...state.closedUntil, [budget]: Math.max(state.closedUntil?.[budget] ?? 0, until) }
  return { ...state, closedUntil }
}

/** A refusal holds for the calls of a burst as well, which are due before they are paid. */
const burstMs = (limits: Limits, budget: Budget): number => spareOf(limits, budget, 1) * costMs(limits, budget)

const minuteMs = 60_000

type Answered = { status: number; headers: Pick<Headers, 'get'>; body: string }

/**
 * What a response says about the limits of the budget that it was charged to: `X-Plenty-Global-Short-Period-*` of a minute,
 * `X-Plenty-Global-Long-Period-*` of a day, and a 429 (docs/back-office.md 3.2).
 */
export function observationOf(method: 'GET' | 'POST', answer: Answered, now: number): Observation {
  const budget = method === 'GET' ? 'reads' : 'writes'
  const short = periodOf(answer.headers, 'short', now)
  const long = periodOf(answer.headers, 'long', now)
  return {
    ...(short?.limit !== undefined && { [perMinute[budget]]: short.limit }),
    ...(short?.left !== undefined && { minute: { budget, left: short.left, endsAt: minuteEnd(short, now) } }),
    ...(long?.limit !== undefined && { [perDay[budget]]: long.limit }),
    ...(long?.left !== undefined && { day: seenDay(budget, long) }),
    ...closedBy(answer, budget, now),
  }
}

type Period = { limit: number | undefined; left: number | undefined; endsAt: number }

function periodOf(headers: Pick<Headers, 'get'>, period: 'short' | 'long', now: number): Period | undefined {
  const read = (name: string) => wholeNumber(headers.get(`x-plenty-global-${period}-period-${name}`))
  const [limit, left, decay] = [read('limit'), read('calls-left'), read('decay')]
  if (limit === 0) return undefined
  return { limit, left: decay === undefined ? undefined : left, endsAt: now + (decay ?? 0) * 1000 }
}

const seenDay = (budget: Budget, { limit, left = 0, endsAt }: Period): SeenDay => ({
  budget,
  left,
  endsAt,
  ...(limit !== undefined && { limit }),
})

/** A window that has calls left is a minute long, whatever the header says. */
const minuteEnd = ({ left, endsAt }: Period, now: number) => (left === 0 ? endsAt : Math.min(endsAt, now + minuteMs))

/** A 429 for too many sessions is no rate limit. One that names no time closes for a whole window. */
function closedBy({ status, headers, body }: Answered, budget: Budget, now: number): Pick<Observation, 'closed'> {
  if (status !== 429 || isTooManySessions(body)) return {}
  const named = /(read|write) limit reached/i.exec(body)?.[1]?.toLowerCase()
  const until = retryAt(headers, now) ?? now + minuteMs
  return { closed: { budget: named === undefined ? budget : named === 'read' ? 'reads' : 'writes', until } }
}

const wholeNumber = (text: string | null): number | undefined =>
  text !== null && /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined
