import { describe, expect, it } from 'vitest'
import { createFleet, fullestMinute } from './fleet.ts'

const minute = 60_000
const limits = { readsPerMinute: 80, writesPerMinute: 40 }
const count = 50

async function deliver(fleet: Awaited<ReturnType<typeof createFleet>>): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) ids.push(await fleet.accept(`e${index}`))
  return ids
}

type Fleet = Awaited<ReturnType<typeof createFleet>>
const writes = ({ sent }: Fleet) =>
  sent.filter(({ kind, path, status }) => kind === 'write' && path !== '/rest/login' && status < 300)
const returns = (fleet: Fleet) => writes(fleet).filter(({ path }) => path === '/rest/orders')
const statuses = async ({ inbox }: Fleet, ids: string[]) =>
  new Set(await Promise.all(ids.map(async (id) => (await inbox.get(id))?.status)))

describe('fifty deliveries during a pause of an hour', () => {
  it.each([
    ['of their source', 'standard'],
    ['of all writes', undefined],
  ])('%s: nothing is written meanwhile, and each is done once after it', async (_what, source) => {
    const fleet = await createFleet({ limits, workers: 4, isPausable: true })
    await fleet.pauses.change(() => [{ ...(source && { source }), since: fleet.now(), reason: 'stocktaking' }])
    const ids = await deliver(fleet)
    await fleet.run(60 * minute)
    expect(writes(fleet)).toEqual([])
    expect(await statuses(fleet, ids)).toEqual(new Set([source ? 'ready' : 'waiting']))
    await fleet.pauses.change(() => [])
    const took = await fleet.run(60 * minute, ids)
    expect(await statuses(fleet, ids)).toEqual(new Set(['done']))
    expect(returns(fleet)).toHaveLength(count)
    // As long as their writes take, and a minute until the schedule begins.
    expect(took).toBeLessThanOrEqual(((2 * count) / limits.writesPerMinute + 2) * minute)
    expect(fullestMinute(fleet.sent, 'write')).toBeLessThanOrEqual(limits.writesPerMinute)
    expect(fleet.errors).toEqual([])
  })

  it('that begins and ends in the middle of their work: each is done once', async () => {
    const fleet = await createFleet({ limits, workers: 4, isPausable: true })
    const ids = await deliver(fleet)
    await fleet.run(minute)
    await fleet.pauses.change(() => [{ since: fleet.now(), reason: 'stocktaking' }])
    // What was recorded as sent goes out, and others have looked five seconds ago at most.
    await fleet.run(20_000)
    const before = writes(fleet).length
    expect(before).toBeGreaterThan(0)
    await fleet.run(60 * minute)
    expect(writes(fleet)).toHaveLength(before)
    expect(await statuses(fleet, ids)).toContain('waiting')
    await fleet.pauses.change(() => [])
    await fleet.run(60 * minute, ids)
    expect(await statuses(fleet, ids)).toEqual(new Set(['done']))
    expect(returns(fleet)).toHaveLength(count)
    expect(fleet.errors).toEqual([])
  })
})
