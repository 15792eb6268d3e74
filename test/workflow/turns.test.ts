import { describe, expect, it } from 'vitest'
import { createFleet } from './fleet.ts'
import { createWorld, returnRequested } from './world.ts'

const minute = 60_000

describe('a turn to call the back office', () => {
  it.each([
    ['forty writes', { readsPerMinute: 80, writesPerMinute: 40 }],
    // The comment of a return is due more than three seconds after it.
    ['eighteen writes', { readsPerMinute: 40, writesPerMinute: 18 }],
  ])(
    'is waited for by the schedule alone, under %s a minute: a worker of the stream sleeps for two seconds at most',
    async (_title, limits) => {
      const fleet = await createFleet({ limits, configured: limits, workers: 3 })
      const ids: string[] = []
      for (let index = 0; index < 30; index += 1) ids.push(await fleet.accept(`e${index}`))
      const took = await fleet.run(60 * minute, ids)
      expect(Math.max(...fleet.waited.workers)).toBeLessThanOrEqual(2_000)
      expect(Math.max(...fleet.waited.schedule)).toBeGreaterThan(2_000)
      // The first run of the schedule comes after a minute.
      expect(took).toBeLessThanOrEqual(minute + (60 / (0.9 * limits.writesPerMinute)) * minute)
      expect(fleet.sent.filter(({ status }) => status === 429)).toEqual([])
    },
    180_000,
  )

  it('that is further away costs an event of the stream no attempt, and no place in the queue', async () => {
    const limits = { readsPerMinute: 80, writesPerMinute: 6 }
    const world = createWorld({ limits })
    const [first, second] = [
      await world.accept(
        'standard',
        returnRequested({ order: { id: 10_002 }, lines: [{ sku: 'BULB-W', quantity: 1 }] }),
      ),
      await world.accept('standard', returnRequested({})),
    ]
    await world.run(first)
    const begun = world.now()
    const { event } = await world.run(second)
    expect(world.now() - begun).toBeLessThanOrEqual(2_000)
    expect(event).toMatchObject({ status: 'waiting', attempts: 0, queued: true })
    expect(event.deferredSince).toBeUndefined()
  })
})
