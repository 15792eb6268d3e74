import { describe, expect, it } from 'vitest'
import { maxSkewMs } from '../../lib/clock.ts'
import { settledAt, type Timing, timingAt } from '../../lib/workflow/timing.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const retries = [10 * second, minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, 12 * hour, 24 * hour]
type Value = number | readonly number[]

/** What LOCAL_TIME_SCALE divides: at 1, and at 60. */
const scaled: [keyof Timing, Value, Value][] = [
  ['hintMs', 2 * minute, 2 * second],
  ['retryScheduleMs', retries, retries.map((delay) => delay / 60)],
  ['appearsWithinMs', hour, minute],
  ['announcedWithinMs', 10 * minute, 10 * second],
  ['settlingMs', minute, second],
  ['secondLookMs', 15 * minute, 15 * second],
]

/** What it never divides: a request, a function or a lease lasts as long as ever. */
const fixed: [keyof Timing, number | Timing['deferralMs']][] = [
  ['deferralMs', { first: 10 * second, longest: 15 * minute }],
  ['longestDeferralMs', 24 * hour],
  ['loginClosedMs', 5 * minute],
  ['leaseMs', 150 * second],
  ['turnPatienceMs', 2 * second],
  ['lockPatienceMs', 2 * second],
  ['lockPollMs', 300],
  ['sendWindowMs', 5 * second],
  ['requestTimeoutMs', 10 * second],
  ['marginMs', 5 * second],
]

describe('the waits', () => {
  it.each(scaled)('%s is divided by the time scale', (name, normal, quick) => {
    expect(timingAt(1, hour)[name]).toEqual(normal)
    expect(timingAt(60, hour)[name]).toEqual(quick)
  })

  it.each(fixed)('%s is the same at any time scale', (name, value) => {
    for (const scale of [0.5, 1, 60, 6_000]) expect(timingAt(scale, hour)[name]).toEqual(value)
  })

  it('are all named here', () => {
    const named = [...scaled, ...fixed].map(([name]) => name)
    expect(Object.keys(timingAt(1, hour)).sort()).toEqual(named.sort())
  })

  it('let settling take a second at least, and longer at a scale below one', () => {
    expect(timingAt(61, hour).settlingMs).toBe(second)
    expect(timingAt(6_000, hour).settlingMs).toBe(second)
    expect(timingAt(0.5, hour).settlingMs).toBe(2 * minute)
  })
})

it('a write has settled after its last send, its request and the settling time, by the slower one of two clocks', () => {
  const sendBefore = 1_000_000
  const ended = sendBefore + 10 * second + minute
  expect(settledAt({ sendBefore }, timingAt(1, hour))).toBe(ended + maxSkewMs)
})
