import { describe, expect, it } from 'vitest'
import { replayed } from '../../lib/inbox/operator-transitions.ts'
import { createAudited } from './audit-world.ts'

const message = 'held and failed events are older than retention.days'

/** Two events that wait for a person: one held, one failed. */
async function waiting(world: ReturnType<typeof createAudited>) {
  const failed = await world.returned({ order: { id: 99_999 } })
  await world.advance(1_000)
  const held = await world.returned({ order: { id: 10_006 }, lines: 'all' })
  expect([failed.status, held.status]).toEqual(['failed', 'held'])
  return [failed.id, held.id]
}

describe('the audit and retention', () => {
  it('says nothing of what waits for a shorter time', async () => {
    const world = createAudited()
    await waiting(world)
    await world.days(29)
    expect((await world.audit()).retention).toEqual({ held: 0, failed: 0, ids: [], complete: true })
    expect(world.logged.filter((entry) => entry.message === message)).toEqual([])
  })

  it('names held and failed events that are older than retention.days, what to do, and moves none', async () => {
    const world = createAudited()
    const ids = await waiting(world)
    const before = await Promise.all(ids.map(world.get))
    await world.returned()
    await world.days(31)
    const { retention } = await world.audit()
    expect(retention).toMatchObject({ held: 1, failed: 1, ids, complete: true })
    for (const command of ['event.list', 'event.replay', 'event.discard']) expect(retention.says).toContain(command)
    expect(await Promise.all(ids.map(world.get))).toEqual(before)
  })

  it('logs them once', async () => {
    const world = createAudited()
    const ids = await waiting(world)
    await world.days(31)
    await world.audit()
    expect(world.logged.filter((entry) => entry.message === message)).toEqual([
      { level: 'warn', message, fields: { held: 1, failed: 1, ids } },
    ])
  })

  it('names the twenty oldest, and counts all', async () => {
    const world = createAudited()
    const ids: string[] = []
    for (let count = 0; count < 23; count += 1) {
      ids.push((await world.returned({ order: { id: 10_006 }, lines: 'all' })).id)
      await world.advance(1_000)
    }
    await world.days(31)
    expect((await world.audit()).retention).toMatchObject({ held: 23, ids: ids.slice(0, 20) })
  })

  it('counts from where an event was moved last', async () => {
    const world = createAudited()
    const { id } = await world.returned({ order: { id: 99_999 } })
    await world.days(31)
    await world.move(id, replayed)
    await world.finish(id)
    expect((await world.audit()).retention).toMatchObject({ failed: 0 })
  })

  it('says so where there are too many to count', async () => {
    const world = createAudited()
    const { inbox } = world.workflow
    const list: typeof inbox.list = async () => ({ events: [], cursor: 'more' })
    expect((await world.audit({ inbox: { ...inbox, list } })).retention).toMatchObject({ complete: false })
  })
})
