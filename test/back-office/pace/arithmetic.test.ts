import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPaced, opensAt, reserve } from '../../../lib/back-office/pace/arithmetic.ts'
import {
  type Budget,
  burst,
  costMs,
  lateMs,
  type PaceClass,
  type TimedNeed,
} from '../../../lib/back-office/pace/budget.ts'
import { observed } from '../../../lib/back-office/pace/observed.ts'
import { patienceMs } from '../../../lib/back-office/pace/queue.ts'
import { afterCall, leftOf, type Slots } from '../../../lib/back-office/pace/slots.ts'
import { emptyState, type PaceState } from '../../../lib/back-office/pace/state.ts'

const now = 1_000_000_000
const latest = now + 600_000
const limited: PaceState = { ...emptyState, readsPerMinute: 80, writesPerMinute: 40 }
const fresh: TimedNeed = { class: 'live', reads: 2, writes: 2, leadMs: 0 }
const need = (fields: Partial<TimedNeed> = {}): TimedNeed => ({ ...fresh, ...fields })
const decisionOf = (state: PaceState, wanted: TimedNeed, options = { now, latest }) => {
  const { kind, at } = reserve(state, wanted, options).verdict
  return { kind, at }
}
const busy = (writes: number, fields: Partial<PaceState> = {}): PaceState => ({
  ...limited,
  paidAt: { reads: 0, writes: now + writes },
  ...fields,
})
/** A minute, 0.5 s of lateness and 1 s in transit, for 40. */
const aWrite = 1_538
/** A minute, 8 s of lateness and 1 s in transit, for 80 less the burst. */
const aRead = 908

describe('a reservation', () => {
  const readsAhead = { ...limited, paidAt: { reads: now + 1_000, writes: 0 } }
  const begun = need({ class: 'begun' })
  it.each<[title: string, PaceState, TimedNeed, kind: string, later: number]>([
    ['of a budget that nobody uses', limited, need(), 'reserved', 0],
    ['after calls that are reserved ahead', busy(9_000), need(), 'reserved', 9_000],
    ['of reads that fit the rest of their burst', readsAhead, need(), 'reserved', 0],
    ['whose reads are done when the writes are due', busy(9_000), need({ leadMs: 4_000 }), 'reserved', 5_000],
    ['of reads, whatever the writes are', busy(99_000), need({ writes: 0 }), 'reserved', 0],
    ['that a fresh event would wait too long for', busy(31_000), need(), 'parked', 1_000],
    ['that has queued up before', busy(31_000), need({ queued: true }), 'reserved', 31_000],
    ['for something begun', busy(31_000), begun, 'reserved', 31_000],
    ['for something begun, too far ahead', busy(41_000), begun, 'parked', 11_000],
    ['without limits', emptyState, need({ reads: 50, writes: 50 }), 'reserved', 0],
  ])('%s', (_title, state, wanted, kind, later) => {
    expect(decisionOf(state, wanted)).toEqual({ kind, at: now + later })
  })

  it('costs what it takes', () => {
    expect(costMs(limited, 'writes')).toBe(aWrite)
    expect(costMs(limited, 'reads')).toBe(aRead)
    const { paidAt } = reserve(limited, need(), { now, latest }).state
    expect(paidAt).toEqual({ reads: now + 2 * aRead, writes: now + 2 * aWrite })
  })

  it('lets reads out together and writes one after the other', () => {
    const { verdict } = reserve(limited, need(), { now, latest })
    expect(verdict).toMatchObject({
      reservation: {
        reads: { calls: 2, from: now, due: now, everyMs: 0 },
        writes: { calls: 2, from: now, due: now, everyMs: aWrite },
      },
    })
  })

  it('lets writes go early that nobody waits for, and counts them when they were expected', () => {
    const decided = reserve(busy(1_000), need({ leadMs: 4_000 }), { now, latest })
    expect(decided.verdict).toMatchObject({ at: now, reservation: { writes: { from: now + 1_000, due: now + 4_000 } } })
    expect(decided.state.paidAt.writes).toBe(now + 4_000 + 2 * aWrite)
  })

  it.each([
    ['none with the reads, while nobody knows how long those take', {}, { leadMs: undefined }, 0],
    ['without reads all the same', {}, { leadMs: undefined, reads: 0 }, 2],
    ['one, where its answer keeps the next one longer than its time', {}, { gapMs: aWrite + lateMs.writes + 1 }, 1],
    ['two, where it does not', {}, { gapMs: aWrite + lateMs.writes }, 2],
    ['one, where the next is far away', { writesPerMinute: 6 }, {}, 1],
    ['two, where writes are free', { writesPerMinute: undefined }, { leadMs: undefined, gapMs: 9_000 }, 2],
  ])('reserves of two writes %s', (_title, limits, timed, writes) => {
    const { verdict } = reserve({ ...limited, ...limits }, need(timed), { now, latest })
    expect(verdict).toMatchObject({ kind: 'reserved', reservation: { writes: { calls: writes } } })
  })

  it('is of a few calls at most, and of the limit where that is smaller', () => {
    const { paidAt } = reserve(limited, need({ reads: 99, writes: 99 }), { now, latest }).state
    expect(paidAt).toEqual({ reads: now + burst.reads * aRead, writes: now + 2 * aWrite })
    const tiny = reserve({ ...emptyState, writesPerMinute: 1 }, need({ writes: 2 }), { now, latest })
    expect(tiny.state.paidAt.writes).toBe(now + 61_500)
  })

  it('is not made for a run that is over by then', () => {
    for (const leadMs of [0, 4_000]) {
      const late = decisionOf(busy(9_000), need({ class: 'begun', leadMs }), { now, latest: now + 8_999 })
      expect(late).toEqual({ kind: 'parked', at: now + 1_000 })
    }
  })
})

describe('events that are parked', () => {
  it('get places one after another, a minute before their slots', () => {
    let state = busy(40_000)
    const places = Array.from({ length: 60 }, () => {
      const decided = reserve(state, need(), { now, latest })
      state = decided.state
      return decided.verdict.at
    })
    expect(places[0]).toBe(now + 10_000)
    expect(places[59]).toBe(now + 40_000 + 59 * 2 * aWrite - 60_000)
    expect(places).toEqual([...places].sort((a, b) => a - b))
  })

  it('are not overtaken by a fresh one, unless nobody uses the budget', () => {
    const queueEnd = { live: now + 300_000, replay: 0 }
    expect(decisionOf(busy(5_000, { queueEnd }), need())).toEqual({ kind: 'parked', at: now + 240_000 })
    expect(decisionOf(busy(0, { queueEnd }), need())).toEqual({ kind: 'reserved', at: now })
    expect(decisionOf(busy(5_000, { queueEnd }), need({ queued: true }))).toMatchObject({ kind: 'reserved' })
  })
})

describe('a replay', () => {
  const replay = need({ class: 'replay' })

  it('starts from a budget that nobody uses, and takes half of it', () => {
    expect(decisionOf(busy(-10_000), replay)).toEqual({ kind: 'reserved', at: now })
    expect(decisionOf(busy(0), replay)).toEqual({ kind: 'reserved', at: now + 2 * aWrite })
    expect(decisionOf(busy(1), replay)).toMatchObject({ kind: 'parked' })
  })

  it('asks again soon where it has waited already and its slot is near', () => {
    expect(decisionOf(busy(2_000), { ...replay, queued: true })).toEqual({ kind: 'soon', at: now + 2_000 })
  })

  it('queues up behind whoever is parked', () => {
    const queueEnd = { live: now + 300_000, replay: now + 400_000 }
    const { state, verdict } = reserve(busy(-10_000, { queueEnd }), replay, { now, latest })
    expect(verdict).toEqual({ kind: 'parked', at: now + 400_000, by: 'writes' })
    expect(state.queueEnd).toEqual({ live: now + 300_000, replay: now + 400_000 + 4 * aWrite })
  })
})

describe('the calls of a day', () => {
  const endsAt = now + 3_600_000
  const left = (calls: number): PaceState => ({
    ...limited,
    writesPerDay: 1_000,
    days: { writes: { used: 1_000 - calls, endsAt } },
  })

  it.each([
    ['the last ones go to what is begun', 2, need({ class: 'begun' }), 'reserved'],
    ['none is left', 1, need({ class: 'begun' }), 'parked'],
    ['some are kept from fresh events', 31, need(), 'parked'],
    ['more than those are left', 32, need(), 'reserved'],
    ['a replay leaves half', 501, need({ class: 'replay' }), 'parked'],
    ['reads are none', 0, need({ writes: 0 }), 'reserved'],
  ])('%s', (_title, calls, wanted, kind) => {
    expect(decisionOf(left(calls), wanted).kind).toBe(kind)
  })

  const reads = (calls: number): PaceState => ({
    ...limited,
    readsPerDay: 1_000,
    writesPerDay: 1_000,
    days: { reads: { used: 1_000 - calls, endsAt }, writes: { used: 0, endsAt } },
  })
  it.each([
    ['the last ones go to who waits for them', 2, need({ class: 'begun', writes: 0 }), 'reserved'],
    ['none is left', 1, need({ class: 'begun', writes: 0 }), 'parked'],
    ['some are kept from fresh events', 31, need(), 'parked'],
    ['a replay leaves a quarter', 251, need({ class: 'replay', writes: 0 }), 'parked'],
    ['an audit is not kept from it by others', 252, need({ class: 'replay', writes: 0 }), 'reserved'],
    ['a form has a quarter', 1_000, need({ class: 'form', form: 'contact' }), 'reserved'],
    ['writes are none', 0, need({ reads: 0 }), 'reserved'],
  ])('and its reads: %s', (_title, calls, wanted, kind) => {
    expect(decisionOf(reads(calls), wanted).kind).toBe(kind)
  })

  it('name the budget that lacks calls', () => {
    const { verdict } = reserve(reads(0), need(), { now, latest })
    expect(verdict).toEqual({ kind: 'parked', by: 'readsPerDay', at: endsAt - 30_000 })
    const forms = { ...reads(1_000), days: { reads: { used: 250, endsAt, forms: { contact: 250 } } } }
    const form = need({ class: 'form', form: 'contact' })
    expect(reserve(forms, form, { now, latest }).verdict).toMatchObject({ by: 'readsPerDay', isShare: true })
  })

  it('make nobody wait who needs other calls, however many wait for the day; after it others wait behind them', () => {
    let state: PaceState = { ...reads(0), paidAt: { reads: 0, writes: now + 9_000 } }
    for (const wanted of [need(), need({ class: 'replay' }), need({ class: 'form', form: 'contact' })])
      for (let index = 0; index < 100; index += 1) state = reserve(state, wanted, { now, latest }).state
    for (const own of [need({ reads: 0 }), need({ class: 'form', form: 'contact', reads: 0 })])
      expect(decisionOf(state, own)).toEqual({ kind: 'reserved', at: now + 9_000 })
    const idle = { ...state, paidAt: { reads: 0, writes: 0 } }
    expect(decisionOf(idle, need({ class: 'replay', reads: 0 }))).toMatchObject({ kind: 'reserved' })
    const busyAgain = { ...state, paidAt: { reads: 0, writes: endsAt + 9_000 } }
    const next = reserve(busyAgain, need(), { now: endsAt, latest: endsAt + 60_000 }).verdict
    expect(next).toMatchObject({ kind: 'parked', at: endsAt + 100 * 2 * aWrite - 60_000 })
  })

  it('are closed as well by a refusal for longer than minutes, without any number', () => {
    const closed = { closed: { budget: 'reads', until: now + 3_600_000 } } as const
    let state = observed({ ...limited, paidAt: { reads: 0, writes: now + 9_000 } }, closed)
    for (let index = 0; index < 100; index += 1) state = reserve(state, need(), { now, latest }).state
    expect(decisionOf(state, need({ reads: 0 }))).toEqual({ kind: 'reserved', at: now + 9_000 })
    expect(opensAt(state, need(), { now, ahead: 0 })).toBe(now + 9_000)
  })

  it('begin anew when their window is over', () => {
    const state = { ...left(0), days: { writes: { used: 1_000, endsAt: now } } }
    const decided = reserve(state, need(), { now, latest })
    expect(decided.verdict.kind).toBe('reserved')
    expect(decided.state.days?.writes).toEqual({ used: 2, endsAt: now + 86_400_000 })
  })
})

describe('a form', () => {
  const form = need({ class: 'form', form: 'contact' })
  const queued = { ...form, queued: true }

  it.each([
    ['takes slots that nobody needs', busy(0), form, { kind: 'reserved', at: now }],
    ['takes none further ahead than ten seconds', busy(10_000), form, { kind: 'reserved', at: now + 10_000 }],
    ['queues up for those that are', busy(10_001), form, { kind: 'parked', at: now + 1_000 }],
    ['asks again where it has queued up', busy(30_000), queued, { kind: 'parked', at: now + 20_000 }],
  ])('%s', (_title, state, wanted, verdict) => {
    expect(decisionOf(state, wanted)).toEqual(verdict)
  })

  it('waits until nobody else is parked, however free the budget is', () => {
    const queueEnd = { live: now + 5_000, replay: 0 }
    for (const wanted of [form, queued])
      expect(decisionOf(busy(-10_000, { queueEnd }), wanted)).toEqual({ kind: 'parked', at: now + 5_000 })
  })

  it('does not overtake forms that are parked, unless nobody uses the budget', () => {
    const queueEnd = { live: 0, replay: 0, form: now + 300_000 }
    expect(decisionOf(busy(1, { queueEnd }), form)).toEqual({ kind: 'parked', at: now + 240_000 })
    expect(decisionOf(busy(0, { queueEnd }), form)).toMatchObject({ kind: 'reserved' })
    expect(decisionOf(busy(1, { queueEnd }), queued)).toMatchObject({ kind: 'reserved' })
  })

  it('that has queued up keeps its place: it comes back before its slots, and makes the queue no longer', () => {
    const before = busy(30_000, { queueEnd: { live: 0, replay: 0, form: now + 300_000 } })
    const { state, verdict } = reserve(before, queued, { now, latest })
    expect(verdict).toEqual({ kind: 'parked', at: now + 20_000, by: 'writes' })
    expect(state.queueEnd).toEqual(before.queueEnd)
  })

  it('makes nobody else queue, however many are parked', () => {
    let state: PaceState = busy(20_000)
    for (let index = 0; index < 1_000; index += 1) state = reserve(state, form, { now, latest }).state
    expect(decisionOf(state, need())).toEqual({ kind: 'reserved', at: now + 20_000 })
  })
})

describe('the share of a form in the writes of a day', () => {
  const endsAt = now + 3_600_000
  const having = (forms: Record<string, number>, used = 0): PaceState => ({
    ...limited,
    writesPerDay: 1_000,
    days: { writes: { used: Math.max(used, ...Object.values(forms)), endsAt, forms } },
  })
  const form = need({ class: 'form', form: 'contact' })

  it.each<[string, PaceState, TimedNeed, string]>([
    ['is a quarter', having({ contact: 248 }), form, 'reserved'],
    ['is no more', having({ contact: 249 }), form, 'parked'],
    ['is nobody else’s', having({ contact: 250 }), { ...form, form: 'other' }, 'reserved'],
    ['is a part of the half that all of them have', having({ other: 200, another: 298 }), form, 'reserved'],
    ['is over with that half', having({ other: 200, another: 299 }), form, 'parked'],
    ['does not matter to a shop', having({ other: 250, contact: 250 }, 900), need(), 'reserved'],
    ['does not matter to what it has begun', having({ contact: 250 }), { ...form, class: 'begun' }, 'reserved'],
    ['is the same for its replay', having({ contact: 249 }), { ...form, class: 'replay' }, 'parked'],
    ['is of nobody with an odd name', having({}), { ...form, form: 'constructor' }, 'reserved'],
  ])('%s', (_title, state, wanted, kind) => {
    expect(decisionOf(state, wanted).kind).toBe(kind)
  })

  it('is never less than one reservation', () => {
    const tiny = { ...limited, writesPerDay: 4, days: { writes: { used: 0, endsAt } } }
    expect(decisionOf(tiny, form).kind).toBe('reserved')
  })

  it('is counted by source, also of what is begun, and gone with its day', () => {
    let state = reserve({ ...limited, writesPerDay: 1_000 }, form, { now, latest }).state
    state = reserve(state, { ...form, class: 'begun' }, { now, latest }).state
    state = reserve(state, need(), { now, latest }).state
    expect(state.days?.writes).toEqual({ used: 6, endsAt: now + 86_400_000, forms: { contact: 4 } })
    const day = { budget: 'writes', left: 900, endsAt: now + 86_390_000 } as const
    const heard = observed(state, { writesPerDay: 1_000, day })
    expect(heard.days?.writes).toEqual({ used: 100, endsAt: now + 86_390_000, forms: { contact: 4 } })
    const later = now + 90_000_000
    const next = reserve(state, { ...form, form: 'other' }, { now: later, latest: later + 60_000 }).state
    expect(next.days?.writes?.forms).toEqual({ other: 2 })
  })

  it('puts what is beyond it off to the next day, one after the other, and says why', () => {
    const first = reserve(having({ contact: 250 }), form, { now, latest })
    expect(first.verdict).toEqual({ kind: 'parked', at: endsAt, by: 'writesPerDay', isShare: true })
    let { state } = first
    for (let index = 0; index < 99; index += 1) state = reserve(state, form, { now, latest }).state
    expect(reserve(state, form, { now, latest }).verdict.at).toBe(endsAt + 100 * 2 * aWrite - 60_000)
    // Another form is none the later for it.
    expect(decisionOf(state, { ...form, form: 'other' })).toMatchObject({ kind: 'reserved' })
  })
})

describe('what a response says', () => {
  it('delays only the next call of its own budget, and never brings it forward', () => {
    const seen = { minute: { budget: 'writes', left: 0, endsAt: now + 30_000 } } as const
    expect(observed(limited, seen).paidAt).toEqual({ reads: 0, writes: now + 30_000 })
    expect(observed(busy(50_000), seen).paidAt).toEqual({ reads: 0, writes: now + 50_000 })
  })

  it('takes calls that others have spent from ours', () => {
    const seen = { minute: { budget: 'writes', left: 10, endsAt: now + 50_000 } } as const
    expect(observed(limited, seen).paidAt.writes).toBe(now + 50_000 - 10 * aWrite)
  })

  it('closes a budget until the time of a refusal, with limits or without', () => {
    const closed = { closed: { budget: 'reads', until: now + 7_000 } } as const
    expect(observed(emptyState, closed).paidAt.reads).toBe(now + 7_000)
    expect(isPaced(observed(emptyState, closed), need(), now)).toBe(true)
    expect(isPaced(emptyState, need(), now)).toBe(false)
  })

  it('keeps every call of a refused budget back, those of a burst too', () => {
    const until = now + 20_000
    const state = observed(limited, { closed: { budget: 'reads', until } })
    expect(reserve(state, need({ reads: 1, writes: 0 }), { now, latest }).verdict).toMatchObject({ at: until })
  })

  it('counts the day as the back office does', () => {
    const seen = { writesPerDay: 100, day: { budget: 'writes', left: 40, endsAt: now + 9_000 } } as const
    expect(observed(limited, seen).days).toEqual({ writes: { used: 60, endsAt: now + 9_000 } })
  })

  describe('of a day', () => {
    const endsAt = now + 3_600_000
    const known: PaceState = { ...limited, writesPerDay: 100, days: { writes: { used: 62, endsAt } } }
    const dayAfter = (state: PaceState, left: number, end: number) =>
      observed(state, { day: { budget: 'writes', left, endsAt: end } }).days?.writes

    it.each([
      ['more than was known', 30, 0, 70],
      ['less, in an answer that was overtaken', 60, 0, 62],
      ['less, without what is reserved and not yet sent, where the end is said to be a moment later', 39, 8_000, 62],
      ['less, where the end is said to be a moment earlier', 39, -1_000, 62],
    ])('only ever raises the count of that day: %s', (_title, left, later, used) => {
      expect(dayAfter(known, left, endsAt + later)).toEqual({ used, endsAt: endsAt + Math.min(0, later) })
    })

    it('is counted by the back office where its count of its own limit is far below ours', () => {
      const lost = { ...known, writesPerDay: 1_000, days: { writes: { used: 900, endsAt } } }
      const seen = { budget: 'writes', left: 990, endsAt } as const
      const usedAfter = (limit: number) =>
        observed(lost, { writesPerDay: 1_000, day: { ...seen, limit } }).days?.writes?.used
      expect(usedAfter(1_000)).toBe(10 + 2 * 40)
      // Of another limit, where ours is configured.
      expect(usedAfter(17_280)).toBe(900)
    })

    it('begins the count anew with the next day', () => {
      expect(dayAfter(known, 99, endsAt + 86_400_000)).toEqual({ used: 1, endsAt: endsAt + 86_400_000 })
    })

    it('ends the day earlier than was assumed, with all that we have counted', () => {
      const { state: assumed } = reserve({ ...limited, writesPerDay: 100 }, need(), { now, latest })
      expect(assumed.days?.writes).toEqual({ used: 2, endsAt: now + 86_400_000 })
      expect(dayAfter(assumed, 99, now + 60_000)).toEqual({ used: 2, endsAt: now + 60_000 })
      expect(dayAfter(assumed, 10, now + 60_000)).toEqual({ used: 90, endsAt: now + 60_000 })
    })

    it('of an answer that comes after its day has ended, closes the next one for no longer than its own end', () => {
      const tomorrow = { ...known, days: { writes: { used: 3, endsAt: endsAt + 86_400_000 } } }
      const next = observed(tomorrow, { day: { budget: 'writes', left: 0, endsAt } })
      expect(decisionOf(next, need())).toMatchObject({ kind: 'parked' })
      const over = reserve(next, need(), { now: endsAt, latest: endsAt + 60_000 })
      expect(over.verdict.kind).toBe('reserved')
    })
  })
})

it('says when the next event may begin', () => {
  expect(opensAt(busy(9_000), need(), { now, ahead: 0 })).toBe(now + 9_000)
  expect(opensAt(busy(9_000), need({ leadMs: 3_000 }), { now, ahead: 0 })).toBe(now + 6_000)
  expect(opensAt(limited, need(), { now, ahead: 2 })).toBe(now + 4 * aWrite)
  expect(opensAt(emptyState, need(), { now, ahead: 9 })).toBe(now)
})

const ask = fc.record({
  class: fc.constantFrom<PaceClass>('begun', 'live', 'form', 'replay'),
  reads: fc.integer({ min: 0, max: 7 }),
  writes: fc.integer({ min: 0, max: 4 }),
  queued: fc.boolean(),
  leadMs: fc.option(fc.integer({ min: 0, max: 15_000 }), { nil: undefined }),
  gapMs: fc.integer({ min: 0, max: 3_000 }),
  afterMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 90_000 })),
  runMs: fc.integer({ min: 0, max: 100_000 }),
  /** When the calls are ready, and how long they are on their way, as far as that is allowed. */
  readyMs: fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 600 }), fc.integer({ min: 0, max: 12_000 })), {
    minLength: 9,
    maxLength: 9,
  }),
  transitMs: fc.array(fc.constantFrom(0, 500, 1_000), { minLength: 9, maxLength: 9 }),
})
type Ask = typeof ask extends fc.Arbitrary<infer One> ? One : never

/** When the back office counts calls in these slots, each sent as soon as it is ready and may go out. */
function countedAt(slots: Slots, budget: Budget, { readyMs, transitMs }: Ask): number[] {
  const counted: number[] = []
  let left = slots
  let clock = slots.from
  for (const [index, ms] of readyMs.entries()) {
    clock += ms
    left = leftOf(left, budget, clock)
    if (left.calls === 0) return counted
    clock = Math.max(clock, left.from)
    left = afterCall(left, clock)
    counted.push(clock + (transitMs[index] ?? 0))
  }
  return counted
}

it('never lets the back office count more than the limit in any minute, whatever is asked, how late it is sent, and how long it travels', () => {
  fc.assert(
    fc.property(
      fc.array(ask, { maxLength: 150 }),
      fc.integer({ min: 1, max: 90 }),
      fc.integer({ min: 1, max: 50 }),
      (asks, reads, writes) => {
        let state: PaceState = { ...emptyState, readsPerMinute: reads, writesPerMinute: writes }
        let clock = now
        const counted: Record<Budget, number[]> = { reads: [], writes: [] }
        for (const one of asks) {
          const { afterMs, runMs, readyMs: _, transitMs: __, ...wanted } = one
          clock += afterMs
          const before = state
          const { state: after, verdict } = reserve(state, wanted, { now: clock, latest: clock + runMs })
          state = after
          if (verdict.kind !== 'reserved') {
            expect(state.paidAt).toEqual(before.paidAt)
            continue
          }
          expect(verdict.at).toBeGreaterThanOrEqual(clock)
          expect(verdict.at).toBeLessThanOrEqual(clock + Math.min(runMs, patienceMs.queued))
          for (const budget of ['reads', 'writes'] as const) {
            expect(verdict.reservation[budget].due).toBeLessThanOrEqual(clock + runMs)
            expect(verdict.reservation[budget].from).toBeGreaterThanOrEqual(verdict.at)
            counted[budget].push(...countedAt(verdict.reservation[budget], budget, one))
          }
        }
        expect(fullestMinute(counted.reads)).toBeLessThanOrEqual(reads)
        expect(fullestMinute(counted.writes)).toBeLessThanOrEqual(writes)
      },
    ),
    { numRuns: 500 },
  )
})

/** A minute does not include both of its ends. */
function fullestMinute(times: number[]): number {
  const sorted = [...times].sort((a, b) => a - b)
  let fullest = 0
  let first = 0
  for (const [index, at] of sorted.entries()) {
    while (at - (sorted[first] ?? at) >= 60_000) first += 1
    fullest = Math.max(fullest, index - first + 1)
  }
  return fullest
}
