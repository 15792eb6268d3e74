import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { afterEach, describe, expect, it } from 'vitest'
import { processDue } from '../../lib/workflow/wake/process-due.ts'
import { createDesk } from '../operator/desk.ts'
import { commentSubmitted, createWorld, minute, returnRequested, type World } from './world.ts'

const hour = 60 * minute
const classic = { readsPerMinute: 200, writesPerMinute: 80, readsPerDay: 166_000, writesPerDay: 48_000 }
const check = 'the limits of the back office'
const opened: Server[] = []
afterEach(() => {
  for (const server of opened.splice(0)) server.close()
})

/** A world whose calls to the back office are HTTP. */
async function worldOverHttp(others: { reads: number; writes: number }) {
  let port = 0
  const world = createWorld({
    fetch: () => (url, init) => fetch(String(url).replace('http://127.0.0.1', `http://127.0.0.1:${port}`), init),
  })
  const server = createAdaptorServer({ fetch: (request) => world.sandbox.fetch(request) }) as Server
  opened.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  await world.control('/sandbox/limits', { method: 'POST', body: { ...classic, others } })
  return world
}

const requested = async (world: World) => {
  const ids: string[] = []
  for (const id of [10_001, 10_002, 10_003, 10_005])
    ids.push(await world.accept('standard', returnRequested({ order: { id }, lines: 'all' })))
  return ids
}

/** The schedule, minute by minute. */
async function scheduled(world: World, ms: number): Promise<void> {
  for (const end = world.now() + ms; world.now() < end; ) {
    const begun = world.now()
    await processDue(world.workflow, begun + minute)
    await world.advance(Math.max(0, begun + minute - world.now()))
  }
}

const statuses = async (world: World, ids: readonly string[]) =>
  await Promise.all(ids.map(async (id) => (await world.get(id)).status))

describe('the reads and the writes of a day', () => {
  it('are two limits: reads of others leave the writes alone', async () => {
    const world = await worldOverHttp({ reads: 100_000, writes: 500 })
    const ids = await requested(world)
    await scheduled(world, 4 * minute)
    expect(await statuses(world, ids)).toEqual(['done', 'done', 'done', 'done'])
    const { ask } = createDesk(world)
    const { budgets = {} } = (await ask('stats')).result ?? {}
    expect(budgets).toEqual({
      reads: { limit: 200, used: expect.any(Number), others: 0, until: expect.any(String) },
      writes: { limit: 80, used: expect.any(Number), others: 0, until: expect.any(String) },
      readsPerDay: { limit: 166_000, used: expect.any(Number), others: 100_000, until: expect.any(String) },
      writesPerDay: { limit: 48_000, used: expect.any(Number), others: 500, until: expect.any(String) },
    })
    const { readsPerDay, writesPerDay } = budgets as Record<string, { used: number }>
    expect(readsPerDay?.used).toBeLessThan(100)
    expect(writesPerDay?.used).toBeLessThan(20)
    expect((await ask('doctor')).result).toMatchObject({
      healthy: true,
      checks: expect.arrayContaining([
        { check, code: 'limits', state: 'ok', says: expect.stringContaining('of 166000, writesPerDay 5') },
      ]),
    })
  })

  it('wait for the next day where the reads are used up, while writes go on; each is tried a few times at most', async () => {
    const world = await worldOverHttp({ reads: 165_990, writes: 500 })
    const { ask } = createDesk(world)
    // The last reads are for people: by these the limits are known.
    expect((await ask('doctor')).ok).toBe(true)
    const ids = await requested(world)
    await scheduled(world, 3 * minute)
    const note = await world.accept('standard', commentSubmitted({}))
    await scheduled(world, 3 * minute)
    expect(await statuses(world, ids)).not.toContain('done')
    expect((await world.get(note)).status).toBe('done')
    const [id = ''] = ids
    const says =
      /The reads of the day that the back office allows \(166000\) are used up: \d+ by the bridge, 1659\d\d by other programs/
    expect((await ask('why', { id })).result).toMatchObject({
      next: expect.stringMatching(says),
      toDo: expect.stringContaining('A release changes nothing'),
    })
    expect((await ask('stats')).result).toMatchObject({ budgets: { readsPerDay: { usedUp: true } } })
    const { healthy, checks } = (await ask('doctor')).result as { healthy: boolean; checks: object[] }
    expect(healthy).toBe(false)
    expect(checks).toContainEqual({ check, code: 'limits', state: 'problem', says: expect.stringMatching(says) })
    await scheduled(world, 23 * hour)
    expect(await statuses(world, ids)).not.toContain('done')
    expect(Math.max(...(await Promise.all(ids.map(async (one) => (await world.get(one)).epoch))))).toBeLessThan(5)
    await scheduled(world, 2 * hour)
    expect(await statuses(world, ids)).toEqual(['done', 'done', 'done', 'done'])
  })

  it('leave the reads to people, and to the last of them, where the writes are used up', async () => {
    const world = await worldOverHttp({ reads: 100_000, writes: 47_990 })
    const { ask } = createDesk(world)
    // Its login is a write.
    expect((await ask('doctor')).ok).toBe(true)
    const ids = await requested(world)
    await scheduled(world, 4 * minute)
    expect(await statuses(world, ids)).not.toContain('done')
    expect(await ask('return.list', { orderId: 10_001 })).toMatchObject({ ok: true })
    await world.control('/sandbox/limits', { method: 'POST', body: { ...classic, others: { reads: 166_000 } } })
    expect(await ask('return.list', { orderId: 10_001 })).toMatchObject({ error: { code: 'retry_later' } })
    expect(await ask('return.list', { orderId: 10_001 })).toMatchObject({
      error: {
        code: 'retry_later',
        message: expect.stringMatching(/^The reads of the day .* Ask again after 2026-03-03 /),
      },
    })
  })
})
