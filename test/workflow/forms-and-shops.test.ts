import { describe, expect, it } from 'vitest'
import { createFleet, fullestMinute } from './fleet.ts'

const minute = 60_000
const day = 24 * 60 * minute
type Fleet = Awaited<ReturnType<typeof createFleet>>

async function flooded(fleet: Fleet, count: number, source?: 'contact' | 'other') {
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) ids.push(await fleet.acceptNote(`${source}${index}`, source))
  return ids
}

const statuses = async ({ inbox }: Fleet, ids: readonly string[]) => {
  const events = await Promise.all(ids.map((id) => inbox.get(id)))
  return (status: string) => events.filter((event) => event?.status === status).length
}

describe('the writes of a day', () => {
  it('are not used up by the notes of a visitor: a shop writes its refund at once, and so do those after it', async () => {
    const limits = { readsPerMinute: 80, writesPerMinute: 40, writesPerDay: 60 }
    const fleet = await createFleet({ limits, workers: 2 })
    const notes = await flooded(fleet, 60)
    await fleet.run(20 * minute)
    for (let index = 0; index < 10; index += 1)
      expect(await fleet.run(30 * minute, [await fleet.accept(`refund${index}`)])).toBeLessThanOrEqual(minute)
    // A quarter of a day for one form.
    expect((await statuses(fleet, notes))('done')).toBe(15)
    expect(fleet.warnings).toContain('a form has had its share of a day {"source":"contact","budget":"writesPerDay"}')
    await fleet.run(5 * day, notes)
    expect((await statuses(fleet, notes))('done')).toBe(60)
    expect(fleet.sent.filter(({ status }) => status === 429)).toEqual([])
  }, 180_000)

  it('are for all forms together half of it', async () => {
    const limits = { readsPerMinute: 80, writesPerMinute: 40, writesPerDay: 100 }
    const fleet = await createFleet({ limits, workers: 2 })
    const [some, others] = [await flooded(fleet, 40), await flooded(fleet, 40, 'other')]
    await fleet.run(30 * minute)
    expect((await statuses(fleet, some))('done')).toBe(25)
    expect((await statuses(fleet, others))('done')).toBe(25)
  }, 180_000)
})

describe('the writes of a minute', () => {
  const limits = { readsPerMinute: 80, writesPerMinute: 40 }

  it('go to a shop within moments, in the middle of a thousand notes', async () => {
    const fleet = await createFleet({ limits, workers: 4 })
    const notes = await flooded(fleet, 1_000)
    const waits: number[] = []
    for (let index = 0; index < 10; index += 1) {
      await fleet.run(40_000)
      waits.push(await fleet.run(30 * minute, [await fleet.accept(`refund${index}`)]))
    }
    expect(Math.max(...waits)).toBeLessThanOrEqual(minute)
    const left = (await statuses(fleet, notes))('waiting')
    // Otherwise there was nobody to wait behind.
    expect(left).toBeGreaterThan(500)
    await fleet.run(2 * 60 * minute, notes)
    expect((await statuses(fleet, notes))('done')).toBe(1_000)
    expect(fullestMinute(fleet.sent, 'write')).toBeLessThanOrEqual(limits.writesPerMinute)
    expect(fullestMinute(fleet.sent, 'read')).toBeLessThanOrEqual(limits.readsPerMinute)
  }, 180_000)

  it('are used as well by forms alone', async () => {
    const fleet = await createFleet({ limits, configured: limits, workers: 4 })
    const notes = await flooded(fleet, 400)
    const took = await fleet.run(2 * 60 * minute, notes)
    expect((await statuses(fleet, notes))('done')).toBe(400)
    expect(took).toBeLessThanOrEqual((400 / (0.9 * 39)) * minute)
  }, 180_000)

  it('are used by shops first, however many wait', async () => {
    const fleet = await createFleet({ limits, configured: limits, workers: 4 })
    const notes = await flooded(fleet, 200)
    const refunds: string[] = []
    for (let index = 0; index < 200; index += 1) refunds.push(await fleet.accept(`refund${index}`))
    await fleet.run(2 * 60 * minute, refunds)
    // 200 returns and their comments take ten minutes.
    expect((await statuses(fleet, notes))('done')).toBeLessThanOrEqual(40)
    await fleet.run(2 * 60 * minute, notes)
    expect((await statuses(fleet, notes))('done')).toBe(200)
  }, 180_000)
})
