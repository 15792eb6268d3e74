import { describe, expect, it } from 'vitest'
import { audit as runAudit } from '../../lib/audit/audit.ts'
import type { Workflow } from '../../lib/workflow/workflow.ts'
import { createMemoryDays } from '../memory/memory-stores.ts'
import { createDesk } from '../operator/desk.ts'
import { commentSubmitted, returnRequested } from '../workflow/world.ts'
import { createAudited, day } from './audit-world.ts'
import { slowly } from './offices.ts'

/** A world whose audit keeps the numbers of days. It begins on 2 March at 9:00. */
function counting() {
  const world = createAudited()
  const items = createMemoryDays()
  const written: string[] = []
  const days: typeof items = (name) => ({
    ...items(name),
    replace: async (next, options) => {
      written.push(name)
      return await items(name).replace(next, options)
    },
  })
  const audit = async (changes: Partial<Workflow> = {}) =>
    await runAudit({ ...world.auditorOf(changes), days }, world.now() + 120_000)
  const ask = async (given: object = {}) => await createDesk(world, { days }).ask('month', { ...given })
  const month = async (given: object = {}) => (await ask(given)).result
  const comments = async (count: number) => {
    for (let left = count; left > 0; left -= 1)
      await world.deliver('standard', commentSubmitted({ order: { id: 10_000 + left } }))
  }
  const pass = (count: number) => world.advance(count * day)
  return { ...world, written, comments, pass, count: audit, ask, month }
}

const numbers = (reported: number, others: object = {}) => {
  const none = { returns: 0, linked: 0, held: 0, late: 0 }
  return { source: 'standard', reported, ...none, delivered: reported, done: reported, title: 'standard', ...others }
}
const of = (...sources: object[]) => expect.objectContaining({ sources })

describe('the numbers of a month', () => {
  it('are those of today before any audit, and the same after audits that counted them', async () => {
    const world = counting()
    await world.returned()
    await world.deliver('standard', returnRequested({ order: { id: 10_006 } }))
    const first = of(numbers(2, { returns: 1, held: 1, done: 1 }))
    expect(await world.month()).toEqual(first)
    await world.pass(1)
    for (let runs = 0; runs < 2; runs += 1) {
      await world.count()
      expect(await world.month()).toEqual(first)
    }
    expect(world.written).toEqual(['2026-03-02'])
    await world.comments(3)
    expect(await world.month()).toEqual(of(numbers(5, { returns: 1, held: 1, done: 4 })))
    expect(await world.month({ month: '2026-02' })).toEqual(of())
  })

  it('are right where the audit did not run for days, before it runs and after', async () => {
    const world = counting()
    for (let days = 0; days < 4; days += 1) {
      await world.comments(days + 1)
      await world.pass(1)
      if (days === 0) await world.count()
    }
    expect(await world.month()).toEqual(of(numbers(10)))
    await world.count()
    expect(world.written).toEqual(['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'])
    expect(await world.month()).toEqual(of(numbers(10)))
    expect(await world.month({ lastDays: 2 })).toMatchObject({
      from: '2026-03-05T00:00:00.000Z',
      days: [
        { day: '2026-03-05', bySource: { standard: { delivered: 4 } } },
        { day: '2026-03-06', bySource: {} },
      ],
    })
  })

  it('are right where the audit walks in parts, each of which ends in the middle of a day', async () => {
    const world = counting()
    for (let days = 0; days < 3; days += 1) {
      await world.comments(4)
      await world.pass(1)
    }
    const slow = { openBackOffice: slowly(world, 34_000) }
    const places: number[] = []
    for (let runs = 0; runs < 20 && !(places.length > 1 && places.at(-1) === 0); runs += 1) {
      const { events } = await world.count(slow)
      places.push(events.complete ? 0 : Date.parse(events.to))
      expect(await world.month()).toEqual(of(numbers(12)))
    }
    expect(places.filter((at) => at % day !== 0).length).toBeGreaterThan(2)
    expect(world.written.toSorted()).toEqual(['2026-03-02', '2026-03-03', '2026-03-04'])
  })

  it('count what is done more than a day after it came, on the day that it came', async () => {
    const world = counting()
    const id = await world.accept('standard', commentSubmitted({}))
    await world.pass(1)
    await world.count()
    expect(await world.month({ lastDays: 1 })).toEqual(of())
    await world.pass(1)
    await world.finish(id)
    await world.count()
    expect(await world.month()).toEqual(of(numbers(1, { late: 1 })))
  })

  it('stay when their events have expired', async () => {
    const world = counting()
    await world.comments(2)
    await world.pass(1)
    await world.count()
    await world.pass(29.5)
    await world.comments(1)
    await world.pass(1)
    expect(world.expire()).toHaveLength(2)
    await world.count()
    expect(await world.month({ month: '2026-03' })).toEqual(of(numbers(2)))
    expect(await world.month()).toEqual(of(numbers(1)))
  })

  it('say that there are more of today than the 1,000 that are counted', async () => {
    const world = counting()
    for (let count = 0; count < 1_001; count += 1) await world.accept('standard', '{}')
    expect(await world.month()).toMatchObject({ sources: [{ reported: 1_000 }], atLeast: true })
  })

  it.each<[object, string]>([
    [{ month: '2026-13' }, 'month: month: write a year and a month, such as 2026-10.'],
    [{ month: '2026-04' }, '2026-04 has not begun yet.'],
    [{ month: '2026-03', lastDays: 3 }, 'Give a month or lastDays, not both.'],
  ])('refuse %o', async (given, message) => {
    expect((await counting().ask(given)).error).toMatchObject({ message })
  })
})
