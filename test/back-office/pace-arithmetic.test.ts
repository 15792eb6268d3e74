import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  burst,
  costMs,
  emptyState,
  isPaced,
  type Need,
  observed,
  opensAt,
  type PaceClass,
  type PaceState,
  patienceMs,
  reserve,
} from '../../lib/back-office/pace-arithmetic.ts'

const now = 1_000_000_000
const latest = now + 600_000
const limited: PaceState = { ...emptyState, readsPerMinute: 80, writesPerMinute: 40 }
const need = (fields: Partial<Need> = {}): Need => ({ class: 'live', reads: 2, writes: 2, ...fields })
const verdictOf = (state: PaceState, wanted: Need, options = { now, latest }) => reserve(state, wanted, options).verdict
const busy = (writes: number, fields: Partial<PaceState> = {}): PaceState => ({
  ...limited,
  paidAt: { reads: 0, writes: now + writes },
  ...fields,
})

describe('a reservation', () => {
  it.each([
    ['of a budget that nobody uses', limited, need(), { kind: 'granted', at: now }],
    ['after calls that are given away ahead', busy(9_000), need(), { kind: 'granted', at: now + 9_000 }],
    ['that fits the rest of the burst', busy(1_000), need({ writes: 1 }), { kind: 'granted', at: now }],
    ['of reads, whatever the writes are', busy(99_000), need({ writes: 0 }), { kind: 'granted', at: now }],
    ['that a fresh event would wait too long for', busy(31_000), need(), { kind: 'parked', at: now + 1_000 }],
    ['that has queued up before', busy(31_000), need({ queued: true }), { kind: 'granted', at: now + 31_000 }],
    ['for something begun', busy(31_000), need({ class: 'begun' }), { kind: 'granted', at: now + 31_000 }],
    [
      'for something begun, too far ahead',
      busy(41_000),
      need({ class: 'begun' }),
      { kind: 'parked', at: now + 11_000 },
    ],
    ['without limits', emptyState, need({ reads: 50, writes: 50 }), { kind: 'granted', at: now }],
  ])('%s', (_title, state, wanted, verdict) => {
    expect(verdictOf(state, wanted)).toEqual(verdict)
  })

  it('costs what it takes, and a rate with the burst keeps to the limit', () => {
    expect(costMs(limited, 'writes')).toBe(Math.ceil(60_000 / 39))
    expect(costMs(limited, 'reads')).toBe(Math.ceil(60_000 / 76))
    const { paidAt } = reserve(limited, need(), { now, latest }).state
    expect(paidAt).toEqual({ reads: now + 2 * 790, writes: now + 2 * 1_539 })
  })

  it('is of a burst at most, and of the limit where that is smaller', () => {
    const { paidAt } = reserve(limited, need({ reads: 99, writes: 99 }), { now, latest }).state
    expect(paidAt).toEqual({ reads: now + burst.reads * 790, writes: now + burst.writes * 1_539 })
    const tiny = reserve({ ...emptyState, writesPerMinute: 1 }, need({ writes: 2 }), { now, latest })
    expect(tiny.state.paidAt.writes).toBe(now + 60_000)
  })

  it('is not made for a run that is over by then', () => {
    expect(verdictOf(busy(9_000), need({ class: 'begun' }), { now, latest: now + 8_999 })).toEqual({
      kind: 'parked',
      at: now + 1_000,
    })
  })
})

describe('events that are parked', () => {
  it('get places one after another, a minute before their turn', () => {
    let state = busy(40_000)
    const places = Array.from({ length: 60 }, () => {
      const decided = reserve(state, need(), { now, latest })
      state = decided.state
      return decided.verdict.at
    })
    expect(places[0]).toBe(now + 10_000)
    expect(places[59]).toBe(now + 40_000 + 59 * 2 * 1_539 - 60_000)
    expect(places).toEqual([...places].sort((a, b) => a - b))
  })

  it('are not overtaken by a fresh one, unless nobody uses the budget', () => {
    const queueEnd = { live: now + 300_000, replay: 0 }
    expect(verdictOf(busy(5_000, { queueEnd }), need())).toEqual({ kind: 'parked', at: now + 240_000 })
    expect(verdictOf(busy(0, { queueEnd }), need())).toEqual({ kind: 'granted', at: now })
    expect(verdictOf(busy(5_000, { queueEnd }), need({ queued: true }))).toMatchObject({ kind: 'granted' })
  })
})

describe('a replay', () => {
  const replay = need({ class: 'replay' })

  it('starts from a budget that nobody uses, and takes half of it', () => {
    expect(verdictOf(busy(-10_000), replay)).toEqual({ kind: 'granted', at: now })
    expect(verdictOf(busy(0), replay)).toEqual({ kind: 'granted', at: now + 2 * 1_539 })
    expect(verdictOf(busy(1), replay)).toMatchObject({ kind: 'parked' })
  })

  it('asks again soon where it has waited already and its turn is near', () => {
    expect(verdictOf(busy(2_000), { ...replay, queued: true })).toEqual({ kind: 'soon', at: now + 2_000 })
  })

  it('queues up behind whoever is parked', () => {
    const queueEnd = { live: now + 300_000, replay: now + 400_000 }
    const { state, verdict } = reserve(busy(-10_000, { queueEnd }), replay, { now, latest })
    expect(verdict).toEqual({ kind: 'parked', at: now + 400_000 })
    expect(state.queueEnd).toEqual({ live: now + 300_000, replay: now + 400_000 + 4 * 1_539 })
  })
})

describe('the writes of a day', () => {
  const endsAt = now + 3_600_000
  const left = (calls: number): PaceState => ({ ...limited, writesPerDay: 1_000, day: { used: 1_000 - calls, endsAt } })

  it.each([
    ['the last ones go to what is begun', 2, need({ class: 'begun' }), 'granted'],
    ['none is left', 1, need({ class: 'begun' }), 'parked'],
    ['some are kept from fresh events', 31, need(), 'parked'],
    ['more than those are left', 32, need(), 'granted'],
    ['a replay leaves half', 501, need({ class: 'replay' }), 'parked'],
    ['reads are none', 0, need({ writes: 0 }), 'granted'],
  ])('%s', (_title, calls, wanted, kind) => {
    expect(verdictOf(left(calls), wanted).kind).toBe(kind)
  })

  it('begin anew when their window is over', () => {
    const state = { ...left(0), day: { used: 1_000, endsAt: now } }
    const decided = reserve(state, need(), { now, latest })
    expect(decided.verdict.kind).toBe('granted')
    expect(decided.state.day).toEqual({ used: 2, endsAt: now + 86_400_000 })
  })
})

describe('what a response tells', () => {
  it('moves only the gate of its own budget, and only to later', () => {
    const seen = { minute: { budget: 'writes', left: 0, endsAt: now + 30_000 } } as const
    expect(observed(limited, seen).paidAt).toEqual({ reads: 0, writes: now + 30_000 })
    expect(observed(busy(50_000), seen).paidAt).toEqual({ reads: 0, writes: now + 50_000 })
  })

  it('takes calls that others have spent from ours', () => {
    const seen = { minute: { budget: 'writes', left: 10, endsAt: now + 50_000 } } as const
    expect(observed(limited, seen).paidAt.writes).toBe(now + 50_000 - 10 * 1_539)
  })

  it('closes a budget until the time of a refusal, with limits or without', () => {
    const closed = { closed: { budget: 'reads', until: now + 7_000 } } as const
    expect(observed(emptyState, closed).paidAt.reads).toBe(now + 7_000)
    expect(isPaced(observed(emptyState, closed), need(), now)).toBe(true)
    expect(isPaced(emptyState, need(), now)).toBe(false)
  })

  it('counts the day as the back office does', () => {
    const seen = { writesPerDay: 100, day: { left: 40, endsAt: now + 9_000 } }
    expect(observed(limited, seen).day).toEqual({ used: 60, endsAt: now + 9_000 })
  })
})

it('tells when the next event may begin', () => {
  expect(opensAt(busy(9_000), { now, ahead: 0 })).toBe(now + 9_000)
  expect(opensAt(limited, { now, ahead: 2 })).toBe(now + 4 * 1_539)
  expect(opensAt(emptyState, { now, ahead: 9 })).toBe(now)
})

const ask = fc.record({
  class: fc.constantFrom<PaceClass>('begun', 'live', 'replay'),
  reads: fc.integer({ min: 0, max: 7 }),
  writes: fc.integer({ min: 0, max: 4 }),
  queued: fc.boolean(),
  afterMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 90_000 })),
  runMs: fc.integer({ min: 0, max: 100_000 }),
})

it('never grants more than the limit in any window of a minute, whatever is asked and however the clock moves', () => {
  fc.assert(
    fc.property(
      fc.array(ask, { maxLength: 150 }),
      fc.integer({ min: 1, max: 90 }),
      fc.integer({ min: 1, max: 50 }),
      (asks, reads, writes) => {
        let state: PaceState = { ...emptyState, readsPerMinute: reads, writesPerMinute: writes }
        let clock = now
        const sent = { reads: [] as number[], writes: [] as number[] }
        for (const { afterMs, runMs, ...wanted } of asks) {
          clock += afterMs
          const before = state
          const decided = reserve(state, wanted, { now: clock, latest: clock + runMs })
          state = decided.state
          const { kind, at } = decided.verdict
          if (kind !== 'granted') expect(state.paidAt).toEqual(before.paidAt)
          if (kind !== 'granted') continue
          expect(at).toBeGreaterThanOrEqual(clock)
          expect(at).toBeLessThanOrEqual(clock + Math.min(runMs, patienceMs.queued))
          const most = { reads: Math.min(burst.reads, reads), writes: Math.min(burst.writes, writes) }
          for (const budget of ['reads', 'writes'] as const) {
            for (let call = 0; call < Math.min(wanted[budget], most[budget]); call += 1) sent[budget].push(at)
          }
        }
        expect(fullestMinute(sent.reads)).toBeLessThanOrEqual(reads)
        expect(fullestMinute(sent.writes)).toBeLessThanOrEqual(writes)
      },
    ),
    { numRuns: 500 },
  )
})

function fullestMinute(times: number[]): number {
  const sorted = [...times].sort((a, b) => a - b)
  return Math.max(0, ...sorted.map((from) => sorted.filter((at) => at >= from && at < from + 60_000).length))
}
