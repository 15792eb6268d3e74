import { describe, expect, it } from 'vitest'
import { observationOf } from '../../../lib/back-office/pace/observed.ts'

const now = 1_000_000
const short = (limit: string, left: string, decay: string) => ({
  'x-plenty-global-short-period-limit': limit,
  'x-plenty-global-short-period-calls-left': left,
  'x-plenty-global-short-period-decay': decay,
})
const seen = (method: 'GET' | 'POST', headers: Record<string, string>, status = 200, body = '') =>
  observationOf(method, { status, headers: new Headers(headers), body }, now)

describe('the limits of an answer', () => {
  const minute = (budget: string, left: number, ms: number) => ({ minute: { budget, left, endsAt: now + ms } })
  const reads = (left: number, ms: number) => ({ readsPerMinute: 80, ...minute('reads', left, ms) })
  const writes = (left: number, ms: number) => ({ writesPerMinute: 40, ...minute('writes', left, ms) })
  const long = {
    'x-plenty-global-long-period-limit': '17280',
    'x-plenty-global-long-period-calls-left': '17000',
    'x-plenty-global-long-period-decay': '3600',
  }
  const day = (budget: string) => ({ budget, left: 17_000, limit: 17_280, endsAt: now + 3_600_000 })
  it.each([
    ['of a read', 'GET', short('80', '79', '60'), reads(79, 60_000)],
    ['of a write', 'POST', short('40', '0', '12'), writes(0, 12_000)],
    ['that names a longer window than a minute', 'GET', short('80', '9', '600'), reads(9, 60_000)],
    ['that is used up for longer than a minute', 'POST', short('40', '0', '90'), writes(0, 90_000)],
    ['without headers', 'GET', {}, {}],
    ['with headers that are no numbers', 'GET', short('many', '-1', 'soon'), {}],
    ['with a limit of none', 'GET', short('0', '0', '9'), {}],
    ['of the reads of a day', 'GET', long, { readsPerDay: 17_280, day: day('reads') }],
    ['of the writes of a day', 'POST', long, { writesPerDay: 17_280, day: day('writes') }],
  ] as const)('%s', (_title, method, headers, expected) => {
    expect(seen(method, headers)).toEqual(expected)
  })
})

describe('a 429', () => {
  const later = { 'retry-after': '9' }
  const closed = (budget: 'reads' | 'writes', ms: number) => ({ budget, until: now + ms })
  const limit = (kind: string) => `short period ${kind} limit reached`
  const sessions = '{"error":"too_many_concurrent_sessions"}'
  const inWords = '{"error":{"message":"Too many users. Only 3 users can be logged in simultaneously"}}'
  it.each([
    ['closes the budget that it names', 'POST', later, limit('read'), closed('reads', 9_000)],
    ['closes the budget of its own kind', 'GET', later, '', closed('reads', 9_000)],
    ['closes for a whole window where it names no time', 'POST', {}, limit('write'), closed('writes', 60_000)],
    ['about sessions closes nothing', 'POST', later, sessions, undefined],
    ['about users, in words alone, closes nothing', 'GET', later, inWords, undefined],
  ] as const)('%s', (_title, method, headers, body, expected) => {
    expect(seen(method, headers, 429, body).closed).toEqual(expected)
  })
})
