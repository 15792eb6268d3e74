import { describe, expect, it } from 'vitest'
import { toLocalTime } from '../../sandbox/local-time.ts'

describe('local time', () => {
  it.each([
    ['2026-03-29T00:59:59Z', '2026-03-29T01:59:59+01:00'],
    ['2026-03-29T01:00:00Z', '2026-03-29T03:00:00+02:00'],
    ['2026-10-25T00:59:59.999Z', '2026-10-25T02:59:59+02:00'],
    ['2026-10-25T01:00:00Z', '2026-10-25T02:00:00+01:00'],
    ['2025-12-31T23:30:00Z', '2026-01-01T00:30:00+01:00'],
    ['1969-12-31T23:59:59.500Z', '1970-01-01T00:59:59+01:00'],
  ])('of %s is %s', (utc, local) => {
    expect(toLocalTime(Date.parse(utc))).toBe(local)
    // The second call uses the offset that the first one kept.
    expect(toLocalTime(Date.parse(utc))).toBe(local)
  })

  it('names the same moment, in whole seconds', () => {
    for (let epochMs = Date.parse('1980-01-01T00:00:00Z'); epochMs < 2e12; epochMs += 1_234_567_891)
      expect(Date.parse(toLocalTime(epochMs))).toBe(Math.floor(epochMs / 1000) * 1000)
  })
})
