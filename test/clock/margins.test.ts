import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { costMs, lateMs } from '../../lib/back-office/pace/budget.ts'
import { longestLeaseMs } from '../../lib/back-office/session/login.ts'
import { maxSkewMs } from '../../lib/clock.ts'
import { sendBeforeAt, settledAt, timingAt } from '../../lib/workflow/timing.ts'
import { readPage, root } from '../docs/pages.ts'

const second = 1_000
const timing = timingAt(1, 0)
/** As long as any function runs (infra/functions.yml). */
const longestRunMs = Math.max(
  ...[...readFileSync(`${root}/infra/functions.yml`, 'utf8').matchAll(/^ {2}timeout: (\d+)$/gm)].map(
    ([, seconds]) => Number(seconds) * second,
  ),
)

describe('two clocks that differ by as much as is assumed', () => {
  it('leave the claim of an event to a function that still runs', () => {
    expect(longestRunMs).toBe(120 * second)
    expect(timing.leaseMs).toBeGreaterThanOrEqual(longestRunMs + maxSkewMs)
  })

  it('let no write begin after somebody else may have claimed its event', () => {
    const lock = { until: 100 * second }
    for (const now of [0, 94 * second, 97 * second, 99 * second])
      expect(sendBeforeAt(now, timing, lock) + maxSkewMs).toBeLessThanOrEqual(lock.until)
    expect(sendBeforeAt(0, timing, lock)).toBe(timing.sendWindowMs)
  })

  it('let nobody look for a write before it has settled', () => {
    const sendBefore = 50 * second
    expect(settledAt({ sendBefore }, timing) - maxSkewMs).toBe(sendBefore + timing.requestTimeoutMs + timing.settlingMs)
  })

  it('let no second login begin before the first has ended and is stored', () => {
    const { requestTimeoutMs } = timing
    // The slot, the last moment to send, and the writes after the answer.
    const [slotMs, sendMs, storeMs] = [40 * second, 5 * second, 5 * second]
    expect(longestLeaseMs({ requestTimeoutMs }) - maxSkewMs).toBeGreaterThanOrEqual(
      slotMs + sendMs + requestTimeoutMs + storeMs,
    )
  })

  it.each([
    ['reads', { readsPerMinute: 80 }, 80, 5],
    ['writes', { writesPerMinute: 40 }, 40, 1],
  ] as const)('never bring more %s into a minute than the limit', (budget, limits, limit, burst) => {
    const transitMs = 500
    const spanMs = 60 * second + lateMs[budget] + transitMs + maxSkewMs
    expect(burst + Math.floor((spanMs - 1) / costMs(limits, budget))).toBeLessThanOrEqual(limit)
  })

  it('are as docs/reliability.md says', () => {
    expect(readPage('docs/reliability.md')).toContain(
      `Clocks of the functions differ by less than ${maxSkewMs / second} seconds.`,
    )
  })
})
