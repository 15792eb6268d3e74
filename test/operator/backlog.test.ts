import { describe, expect, it } from 'vitest'
import { type Answered, counted, noCounts, othersIn } from '../../lib/back-office/pace/counts.ts'
import { emptyState, type PaceState } from '../../lib/back-office/pace/state.ts'
import { itemFormat } from '../../lib/inbox/format.ts'
import { type Backlog, backlogEnd } from '../../lib/operator/bridge/backlog.ts'
import { budgetsView } from '../../lib/operator/bridge/stats.ts'
import { sizeOf } from '../state/capacity-units.ts'
import { createWorld, minute, returnRequested } from '../workflow/world.ts'
import { createDesk } from './desk.ts'

const start = Date.parse('2026-03-02T09:00:00Z')
const day = 24 * 60 * minute
const limited: PaceState = { ...emptyState, readsPerMinute: 80, writesPerMinute: 40 }
const fresh: Backlog = { events: 100, calls: { reads: 3, writes: 2 }, isReplay: false, busySince: start }
/** What the pace lets through: a little less than forty writes a minute. */
const allowed = (100 * 2 * minute) / 40
const answers = (list: readonly Answered[]) => list.reduce(counted, noCounts)
const write = (at: number, window?: Answered['window']): Answered => ({
  budget: 'writes',
  at,
  isDone: true,
  ...(window && { window }),
})

describe('the end of a backlog', () => {
  const takes = (state: PaceState, backlog: Partial<Backlog> = {}, now = start) =>
    (backlogEnd(state, { ...fresh, ...backlog }, now) ?? Number.NaN) - now

  it('is as soon as the limits allow, where nothing was measured', () => {
    expect(takes(limited)).toBeGreaterThan(allowed)
    expect(takes(limited)).toBeLessThan(1.1 * allowed)
    expect(takes(limited, { isReplay: true })).toBe(2 * takes(limited))
  })

  it('is unknown without a limit', () => {
    expect(backlogEnd(emptyState, fresh, start)).toBeUndefined()
  })

  it('is later while the back office refuses calls', () => {
    expect(takes({ ...limited, closedUntil: { writes: start + minute } })).toBe(takes(limited) + minute)
  })

  it('is later by what other clients use of the limit', () => {
    const window = { endsAt: start, total: 21 }
    const counts = answers([write(start - minute / 2, window)])
    expect(takes({ ...limited, counts })).toBeCloseTo(2 * takes(limited), -1)
  })

  it('is as far away as the writes of the last whole minutes say, in which work waited', () => {
    const tenAMinute = Array.from({ length: 40 }, (_, at) => write(start - 4 * minute + at * 6_000))
    const counts = answers(tenAMinute)
    expect(takes({ ...limited, counts }, { busySince: start - 7 * minute })).toBeGreaterThan(2 * 100 * 6_000)
    expect(takes({ ...limited, counts }, { busySince: start - 5 * minute })).toBe((4 * minute * 2 * 100) / 40)
    // Nobody knows whether there was work.
    expect(takes({ ...limited, counts })).toBe(takes(limited))
  })

  it.each([
    ['four minutes of work since then say it', 4, 200 * 6_000],
    ['the limits say it right after it', 2, takes(limited)],
  ])('is not later by an outage that is over: %s', (_, since, end) => {
    const before = Array.from({ length: 4 }, (_, at) => write(start - 14 * minute + at * 6_000))
    const after = Array.from({ length: since * 10 }, (_, at) => write(start - since * minute + at * 6_000))
    const state = { ...limited, counts: answers([...before, ...after]) }
    expect(takes(state, { busySince: start - 15 * minute })).toBe(end)
  })

  it('is on a later day where the writes of this one are not enough', () => {
    const state = { ...limited, writesPerDay: 150, days: { writes: { used: 100, endsAt: start + minute } } }
    // The last calls of a day are kept for what is begun: 13 of 150, 12 of 100.
    expect(takes(state)).toBe(minute + day + takes(limited, { events: (200 - 37 - 137) / 2 }))
    expect(takes({ ...state, writesPerDay: 100 })).toBe(
      minute + 2 * day + takes(limited, { events: (200 - 2 * 88) / 2 }),
    )
    const keptOnly = { ...state, days: { writes: { used: 137, endsAt: start + minute } } }
    expect(takes(keptOnly, { events: 1 })).toBe(minute + takes(limited, { events: 1 }))
    const usedUp = { ...state, days: { writes: { used: 150, endsAt: start + minute } } }
    expect(takes(usedUp, { calls: { reads: 0, writes: 0 } })).toBe(0)
  })
})

describe('the calls of other clients', () => {
  it('are what a window has counted beyond ours, once it is over', () => {
    const window = (endsAt: number, total: number) => ({ endsAt, total })
    const counts = answers([
      write(start, window(start + minute, 1)),
      write(start + 1_000, window(start + minute + 900, 12)),
      write(start + 2_000, window(start + minute, 9)),
      write(start + 70_000, window(start + 2 * minute + 5_000, 3)),
    ])
    expect(othersIn(counts, 'writes', start + 80_000)).toBe(9)
    expect(othersIn(counts, 'reads', start + 80_000)).toBeUndefined()
    expect(othersIn(counts, 'writes', start + 130_000)).toBe(2)
    expect(othersIn(counts, 'writes', start + day)).toBeUndefined()
  })

  it('are shown beside our own of this minute and of this day', () => {
    const today = { endsAt: start + day, total: 30 }
    const counts = answers([
      write(start - minute, { endsAt: start, total: 8 }),
      { ...write(start), day: today },
      write(start + 1),
    ])
    const days = { reads: { used: 9, endsAt: start + day }, writes: { used: 31, endsAt: start + day } }
    const state = { ...limited, counts, readsPerDay: 10, writesPerDay: 900, days }
    const [until, midnight] = ['2026-03-02T09:01:00.000Z', '2026-03-03T09:00:00.000Z']
    expect(budgetsView(state, start + 10_000)).toEqual({
      reads: { limit: 80, used: 0, until },
      writes: { limit: 40, used: 2, others: 5, until },
      readsPerDay: { limit: 10, used: 9, until: midnight, usedUp: true },
      writesPerDay: { limit: 900, used: 2, others: 28, until: midnight },
    })
    expect(budgetsView(state, start + 2 * minute)).toMatchObject({
      writes: { limit: 40, used: 0, others: 5, until: '2026-03-02T09:03:00.000Z' },
    })
    expect(budgetsView(state, start + 2 * day)).toMatchObject({ writesPerDay: { limit: 900, used: 0 } })
  })

  it('name a budget that is refused, for a minute or for longer, also where no limit is known', () => {
    const refused = (ms: number) => budgetsView({ ...emptyState, closedUntil: { reads: start + ms } }, start)
    expect(refused(minute)).toEqual({ reads: { used: 0, until: '2026-03-02T09:01:00.000Z', usedUp: true } })
    expect(refused(day)).toEqual({ readsPerDay: { used: 0, until: '2026-03-03T09:00:00.000Z', usedUp: true } })
  })
})

describe('the backlog of stats', () => {
  async function waiting(count = 3) {
    const world = createWorld({ limits: { readsPerMinute: 80, writesPerMinute: 40 } })
    for (let index = 0; index < count; index += 1) await world.accept('standard', returnRequested({}))
    return createDesk(world)
  }

  it('has an end, but none while its source or all writes are paused', async () => {
    const { ask } = await waiting()
    const backlog = async () => (await ask('stats')).result?.backlog
    expect(await backlog()).toEqual({ events: 3, endsAt: expect.stringMatching(/^2026-03-02T09:00:/) })
    for (const source of ['standard', undefined]) {
      const pause = { ...(source && { source }) }
      await ask('bridge.pause', { ...pause, reason: 'stocktaking' })
      expect((await ask('stats')).result).toMatchObject({ paused: [{ ...pause, reason: 'stocktaking' }] })
      expect(await backlog()).toEqual({ events: 3 })
      await ask('bridge.resume', pause)
    }
    await ask('bridge.pause', { source: 'shopify', reason: 'another' })
    expect(await backlog()).toHaveProperty('endsAt')
  })

  it('has none while the login is closed', async () => {
    const { world } = await waiting()
    const status = async () => ({ ...(await world.session.status()), state: 'refused' as const })
    const { ask } = createDesk(world, { session: { ...world.session, status } })
    const { result } = await ask('stats')
    expect(result).toMatchObject({ backlog: { events: 3 }, login: { state: 'refused' } })
    expect(result?.backlog).not.toHaveProperty('endsAt')
    expect(Object.keys(result?.login as object)).toEqual(['state', 'says'])
  })

  it('leaves out what waits for something else than its turn', async () => {
    const { ask, world } = await waiting(1)
    const unknown = { externalNumber: 'not-there-yet' }
    await world.begin('shopify', '{}')
    const id = await world.accept('standard', returnRequested({ order: unknown }))
    await world.fault({ path: '/rest/', kind: 'status', status: 500, times: 9 })
    expect((await world.run(id)).event.status).toBe('waiting')
    expect((await ask('stats')).result).toMatchObject({ backlog: { events: 1 } })
  })
})

describe('the counts of the pace', () => {
  it('leave its item below a kilobyte, which one write unit writes', () => {
    const at = start + 30 * minute
    const window = (step: number) => ({ endsAt: start + (1 + Math.floor(step / 40)) * minute, total: 1 + (step % 40) })
    const calls = Array.from({ length: 1_200 }, (_, step) => write(start + step * 1_500, window(step)))
    const days = calls.map((one) => ({ ...one, day: { endsAt: at, total: 99_999 } }))
    const counts = answers([...days, ...days.map((one) => ({ ...one, budget: 'reads' as const }))])
    const both = { reads: at, writes: at }
    const aDay = { used: 99_999, endsAt: at, forms: { contact: 1_000, returns: 1_000 } }
    const { day: noDay } = emptyState
    const item = {
      ...{ id: 'pace', format: itemFormat, writeId: crypto.randomUUID() },
      ...{ readsPerMinute: 1_000, writesPerMinute: 1_000, readsPerDay: 282_000, writesPerDay: 72_000, counts },
      ...{ paidAt: both, unlimitedUntil: both, aheadUntil: both, closedUntil: both },
      ...{ day: noDay, days: { reads: aDay, writes: aDay } },
      queueEnd: { live: at, replay: at, form: at, shut: at, nextDay: at },
      estimate: { leadMs: 15_000, gapMs: 15_000 },
    }
    expect(sizeOf(item)).toBeLessThan(1_024)
  })
})
