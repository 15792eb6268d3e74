import { describe, expect, it } from 'vitest'
import { lateMs } from '../../../lib/back-office/pace/budget.ts'
import { afterCall, leftOf, noSlots } from '../../../lib/back-office/pace/slots.ts'

/** May go out early: nobody waited for it, and it is counted as sent at 14,000. */
const writes = { calls: 2, from: 10_000, due: 14_000, everyMs: 1_500 }
const reads = { calls: 3, from: 10_000, due: 10_000, everyMs: 0 }

describe('slots', () => {
  it('are good until their lateness is used up, and not a millisecond longer', () => {
    expect(leftOf(writes, 'writes', 14_000 + lateMs.writes)).toEqual(writes)
    const later = { calls: 1, from: 11_500, due: 15_500, everyMs: 1_500 }
    expect(leftOf(writes, 'writes', 14_001 + lateMs.writes)).toEqual(later)
    expect(leftOf(writes, 'writes', 15_501 + lateMs.writes).calls).toBe(0)
    expect(leftOf(reads, 'reads', 10_000 + lateMs.reads)).toEqual(reads)
    expect(leftOf(reads, 'reads', 10_001 + lateMs.reads)).toEqual(noSlots)
  })

  it('follow one another at their distance, from the one that was early on', () => {
    expect(afterCall(writes, 11_000)).toEqual({ calls: 1, from: 12_500, due: 15_500, everyMs: 1_500 })
  })

  it('keep their times after one call that is late', () => {
    expect(afterCall(writes, 14_300)).toEqual({ calls: 1, from: 15_500, due: 15_500, everyMs: 1_500 })
  })

  it('of a burst go out together', () => {
    expect(afterCall(reads, 10_400)).toEqual({ ...reads, calls: 2 })
  })
})
