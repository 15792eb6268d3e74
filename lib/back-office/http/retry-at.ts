import type { BudgetFacts, Wait } from '../../reasons.ts'
import { isTooManySessions } from './server-words.ts'
import type { Answer } from './transport.ts'

const periods = ['global-short-period', 'global-long-period', 'route'] as const
const longestWaitMs = 24 * 60 * 60_000
const sessionPatienceMs = 60_000

/** What a 429 says, for people and in a code, and when to come back, epoch ms. `facts`: of the budget of the call. */
export function limitMet({ headers, body }: Answer, { now, facts }: { now: number; facts: BudgetFacts }) {
  const tooMany: Wait = { code: 'too_many_sessions' }
  const limited: Wait = { code: 'rate_limited', ...facts }
  return isTooManySessions(body)
    ? { text: 'met too many open sessions (429)', why: tooMany, atMs: now + sessionPatienceMs }
    : { text: 'met the rate limit (429)', why: limited, atMs: retryAt(headers, now) }
}

/** Epoch ms, by `Retry-After`, else the windows that are used up (docs/back-office.md 3.2); undefined without. */
export function retryAt(headers: Pick<Headers, 'get'>, now: number): number | undefined {
  const waitMs = retryAfterMs(headers.get('retry-after'), now) ?? decayMs(headers)
  return waitMs === undefined ? undefined : now + Math.min(waitMs, longestWaitMs)
}

function retryAfterMs(value: string | null, now: number): number | undefined {
  if (value === null) return undefined
  const waitMs = /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - now
  return waitMs >= 0 ? waitMs : undefined
}

function decayMs(headers: Pick<Headers, 'get'>): number | undefined {
  const decays = periods
    .filter((period) => headers.get(`x-plenty-${period}-calls-left`)?.trim() === '0')
    .map((period) => Number(headers.get(`x-plenty-${period}-decay`) ?? Number.NaN) * 1000)
    .filter((waitMs) => waitMs >= 0)
  return decays.length > 0 ? Math.max(...decays) : undefined
}
