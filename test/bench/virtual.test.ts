import { describe, expect, it } from 'vitest'
import { calls } from '../../scripts/bench/calls.ts'
import { cost } from '../../scripts/bench/cost.ts'
import { drain } from '../../scripts/bench/drain.ts'
import { type Part, type Row, tinySizes } from '../../scripts/bench/part.ts'
import { pausesOf, playLoad } from '../../scripts/bench/play-load.ts'
import { isKept } from '../../scripts/bench/table.ts'
import { units } from '../../scripts/bench/units.ts'

const patienceMs = 120_000
const measured = async (part: Part): Promise<Map<string, Row>> =>
  new Map((await part.measure(tinySizes)).map((row) => [row.what, row]))

describe('the benchmarks of what does not depend on the machine', () => {
  it(
    'count the requests to the back office for each kind of event',
    async () => {
      const rows = await measured(calls)
      for (const name of ['a return by id', 'a return by external number', 'a return by e-mail', 'a comment by id'])
        expect(isKept(rows.get(name) as Row), name).toBe(true)
      expect(rows.get('a linked return by id')).toMatchObject({ limit: { atMost: 2 } })
      expect([...rows.values()].map(({ measured }) => measured).every((count) => count >= 1)).toBe(true)
    },
    patienceMs,
  )

  it(
    'count what each kind of event costs in the tables',
    async () => {
      const rows = await measured(units)
      const of = (what: string) => rows.get(what)?.measured ?? Number.NaN
      for (const { limit, measured, what } of rows.values()) {
        if (limit) expect(limit, what).toEqual({ atMost: what.endsWith('requests') ? 9 : 17 })
        // At least its delivery, its claim and its end are written, unless the delivery is known.
        if (!what.endsWith('read units') && !what.startsWith('a second delivery'))
          expect(measured, what).toBeGreaterThanOrEqual(3)
      }
      for (const name of ['a return by id', 'a new order']) {
        const dollars = of(`${name}: write units`) * 0.625 + of(`${name}: read units`) * 0.125
        expect(of(`${name}: units of a million`)).toBeCloseTo(dollars, 9)
      }
      expect(of('a return from a long refund: write units')).toBeGreaterThan(
        of('a return by external number: write units'),
      )
      // As test/state/capacity-units.test.ts counts them.
      const rare = {
        'a second delivery of an event': [2, 1],
        'a duplicate under another key': [6, 9],
        'an event that is held': [6, 10],
        'a lost answer to a return': [14, 18],
        'an hour of waiting for an order': [77, 64],
      }
      for (const [name, counted] of Object.entries(rare))
        expect([of(`${name}: table requests`), of(`${name}: write units`)], name).toEqual(counted)
      const [free, paced] = ['', ' under limits'].map((where) => of(`a return by id${where}: table requests`))
      expect(paced).toBeGreaterThan(free ?? Number.NaN)
    },
    patienceMs,
  )

  it(
    'add up what a million returns and a month cost',
    async () => {
      const rows = await measured(cost)
      for (const load of ['without limits', 'at 18 a minute']) {
        const total = rows.get(`a million returns ${load}`) as Row
        const shares = ['functions', 'requests', 'tables', 'stored', 'logs'].map(
          (what) => rows.get(`a million returns ${load}: ${what}`)?.measured ?? Number.NaN,
        )
        expect(total.limit).toEqual({ atMost: load === 'without limits' ? 15 : 20 })
        expect(total.measured).toBeCloseTo(
          shares.reduce((sum, share) => sum + share, 0),
          6,
        )
      }
      expect(rows.get('a month with 10,000 events')).toMatchObject({ limit: { atMost: 3 } })
    },
    patienceMs,
  )

  it(
    'see a backlog drained, with each budget',
    async () => {
      const rows = [...(await measured(drain)).values()]
      expect(rows.flatMap(({ limit }) => limit ?? [])).toEqual(
        Array.from({ length: 2 }, () => [{ atLeast: 95 }, { atMost: 0 }, { atMost: 40 }, { atMost: 80 }]).flat(),
      )
      const kept = rows.filter(({ what }) => !what.endsWith('share of the writes used'))
      expect(kept.filter((row) => isKept(row) === false)).toEqual([])
    },
    patienceMs,
  )
})

describe('a load of returns', () => {
  it(
    'without limits is billed for what it waits for the back office, and rarely for more than one run',
    async () => {
      const { shares, usage, bytes } = await playLoad({ returns: 6, perMinute: 18, limits: {} })
      const [worker, retry] = shares
      expect(worker?.runs).toBeGreaterThan(0.5)
      expect(worker?.runs).toBeLessThanOrEqual(1)
      // Four calls over the network, each of some hundred milliseconds.
      expect(worker?.ms).toBeGreaterThan(500)
      expect(worker?.ms).toBeLessThan(3_000)
      // The schedule runs each minute, for the few that the returns and the end take.
      expect(retry?.runs).toBeLessThan(1)
      expect(retry?.ms).toBeGreaterThan(0)
      // The delivery counts, and nothing that only looks.
      expect(usage.requests).toBeGreaterThanOrEqual(7)
      expect(usage.writeUnits).toBeGreaterThanOrEqual(11)
      expect(usage.writeUnits).toBeLessThan(14)
      expect(bytes.events).toBeGreaterThan(300)
    },
    patienceMs,
  )

  it(
    'near its limits queues, because people do not come one by one: the schedule works, and parks cost writes',
    async () => {
      const load = { returns: 60, perMinute: 18 }
      const free = await playLoad({ ...load, limits: {} })
      const paced = await playLoad({ ...load, limits: { readsPerMinute: 80, writesPerMinute: 40 } })
      expect(paced.shares[1]?.ms).toBeGreaterThan(10 * (free.shares[1]?.ms ?? Number.NaN))
      expect(paced.usage.writeUnits).toBeGreaterThan(free.usage.writeUnits + 1)
    },
    patienceMs,
  )

  it('draws its arrivals from a seed, as many a minute as it says', () => {
    const draw = (seed: number) => {
      const next = pausesOf({ perMinute: 18, seed })
      return Array.from({ length: 2_000 }, next)
    }
    const pauses = draw(1)
    expect(draw(1)).toEqual(pauses)
    expect(draw(2)).not.toEqual(pauses)
    const mean = pauses.reduce((sum, ms) => sum + ms, 0) / pauses.length
    expect(mean).toBeGreaterThan(0.9 * 3_333)
    expect(mean).toBeLessThan(1.1 * 3_333)
    // As of people who do not know of each other: two in five come within half of the usual pause.
    expect(pauses.filter((ms) => ms < mean / 2).length / pauses.length).toBeCloseTo(0.39, 1)
  })
})
