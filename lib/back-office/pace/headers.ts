import { retryAt } from '../http/retry-at.ts'
import { isTooManySessions } from '../http/server-words.ts'
import type { Budget } from './budget.ts'
import type { Observation } from './observed.ts'

const minuteMs = 60_000

type Answered = { status: number; headers: Pick<Headers, 'get'>; body: string }

/**
 * What a response says about the limits: `X-Plenty-Global-Short-Period-*` of the budget that it was charged to,
 * `X-Plenty-Global-Long-Period-*` of the writes of a day, and a 429 (docs/back-office.md 3.2).
 */
export function observationOf(method: 'GET' | 'POST', answer: Answered, now: number): Observation {
  const budget = method === 'GET' ? 'reads' : 'writes'
  const short = periodOf(answer.headers, 'short', now)
  const long = periodOf(answer.headers, 'long', now)
  return {
    ...(short?.limit !== undefined && { [budget === 'reads' ? 'readsPerMinute' : 'writesPerMinute']: short.limit }),
    ...(short?.left !== undefined && { minute: { budget, left: short.left, endsAt: minuteEnd(short, now) } }),
    ...(long?.limit !== undefined && { writesPerDay: long.limit }),
    ...(long?.left !== undefined && { day: { left: long.left, endsAt: long.endsAt } }),
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
