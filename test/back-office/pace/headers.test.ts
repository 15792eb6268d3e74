import { describe, expect, it } from 'vitest'
import { observationOf } from '../../../lib/back-office/pace/headers.ts'

const now = 1_000_000
const short = (limit: string, left: string, decay: string) => ({
  'x-plenty-global-short-period-limit': limit,
  'x-plenty-global-short-period-calls-left': left,
  'x-plenty-global-short-period-decay': decay,
})
const seen = (method: 'GET' | 'POST', headers: Record<string, string>, status = 200, body = '') =>
  observationOf(method, { status, headers: new Headers(headers), body }, now)

describe('the limits of an answer', () => {
  it.each([
    [
      'of a read',
      'GET',
      short('80', '79', '60'),
      { readsPerMinute: 80, minute: { budget: 'reads', left: 79, endsAt: now + 60_000 } },
    ],
    [
      'of a write',
      'POST',
      short('40', '0', '12'),
      { writesPerMinute: 40, minute: { budget: 'writes', left: 0, endsAt: now + 12_000 } },
    ],
    [
      'that names a longer window than a minute',
      'GET',
      short('80', '9', '600'),
      { readsPerMinute: 80, minute: { budget: 'reads', left: 9, endsAt: now + 60_000 } },
    ],
    [
      'that is used up for longer than a minute',
      'POST',
      short('40', '0', '90'),
      { writesPerMinute: 40, minute: { budget: 'writes', left: 0, endsAt: now + 90_000 } },
    ],
    ['without headers', 'GET', {}, {}],
    ['with headers that are no numbers', 'GET', short('many', '-1', 'soon'), {}],
    ['with a limit of none', 'GET', short('0', '0', '9'), {}],
    [
      'of a day',
      'GET',
      {
        'x-plenty-global-long-period-limit': '17280',
        'x-plenty-global-long-period-calls-left': '17000',
        'x-plenty-global-long-period-decay': '3600',
      },
      { writesPerDay: 17_280, day: { left: 17_000, endsAt: now + 3_600_000 } },
    ],
  ] as const)('%s', (_title, method, headers, expected) => {
    expect(seen(method, headers)).toEqual(expected)
  })
})

describe('a 429', () => {
  it.each([
    [
      'closes the budget that it names',
      'POST',
      { 'retry-after': '9' },
      'short period read limit reached',
      { budget: 'reads', until: now + 9_000 },
    ],
    ['closes the budget of its own kind', 'GET', { 'retry-after': '9' }, '', { budget: 'reads', until: now + 9_000 }],
    [
      'closes for a whole window where it names no time',
      'POST',
      {},
      'short period write limit reached',
      { budget: 'writes', until: now + 60_000 },
    ],
    [
      'about sessions closes nothing',
      'POST',
      { 'retry-after': '9' },
      '{"error":"too_many_concurrent_sessions"}',
      undefined,
    ],
  ] as const)('%s', (_title, method, headers, body, closed) => {
    expect(seen(method, headers, 429, body).closed).toEqual(closed)
  })
})
