import { describe, expect, it } from 'vitest'
import { endStopped } from '../../lib/audit/end-stopped.ts'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import type { Inbox } from '../../lib/inbox/inbox.ts'
import { released, replayed } from '../../lib/inbox/operator-transitions.ts'
import { changed } from '../../lib/inbox/transitions.ts'
import { sentencesOf } from '../../lib/sentences/languages.ts'
import { say } from '../../lib/sentences/sentences.ts'
import { anEvent } from '../workflow/an-event.ts'
import { returnRequested } from '../workflow/world.ts'
import { createAudited, day } from './audit-world.ts'

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

describe('the audit with retention.stoppedDays', () => {
  const ending = () =>
    createAudited({ config: { sources: { standard: { kind: 'standard' } }, retention: { stoppedDays: 60 } } })
  const statuses = (world: ReturnType<typeof ending>, ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await world.get(id)).status))
  const held = { status: 'held', fields: {}, entry: { code: 'held', reason: 'outcome_unclear' } } as const

  it('ends what nobody has ended for so long, and says so in the history', async () => {
    const world = ending()
    const ids = await waiting(world)
    await world.days(59)
    expect((await world.audit()).retention).toMatchObject({ held: 1, failed: 1, ended: 0 })
    expect(await statuses(world, ids)).toEqual(['failed', 'held'])
    await world.days(2)
    expect((await world.audit()).retention).toEqual({ held: 0, failed: 0, ended: 2, ids: [], complete: true })
    const event = await world.get(ids[1] as string)
    expect(event).toMatchObject({ status: 'discarded', endedAt: world.now() })
    const { at: _, ...entry } = event.history.at(-1) as InboxEvent['history'][number]
    expect(entry).toEqual({ code: 'discarded', stoppedDays: 60 })
    expect(say(sentencesOf({ language: 'de' }).history, entry)).toContain('60 Tage lang')
    const { delivery, source, id } = event
    expect(await world.workflow.inbox.accept({ id, source, delivery, now: world.now(), hintMs: 0 })).toBe('duplicate')
  })

  it('ends no withdrawal, nothing with a write of unknown outcome, and nothing that has moved since', async () => {
    const world = ending()
    const data = { order: { externalNumber: 'none' }, declaredAt: '2026-03-01T09:00:00Z' }
    const withdrawal = await world.deliver('standard', {
      type: 'withdrawal.declared',
      timestamp: data.declaredAt,
      data,
    })
    expect([withdrawal.status, withdrawal.withdrawal]).toEqual(['held', true])
    const moved = await world.returned({ order: { id: 99_999 } })
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-after' })
    const open = await world.accept('standard', returnRequested({}))
    expect((await world.run(open)).event.status).toBe('waiting')
    await world.move(open, (event, by) => changed(event, by, held))
    await world.days(59)
    await world.move(moved.id, (event, by) => changed(event, by, { fields: {}, entry: undefined }))
    await world.days(2)
    expect((await world.audit()).retention).toMatchObject({ held: 2, failed: 0, ended: 0 })
    expect(await statuses(world, [withdrawal.id, open, moved.id])).toEqual(['held', 'held', 'failed'])
  })

  it('leaves what somebody moves at the same moment', async () => {
    const world = ending()
    const ids = await waiting(world)
    await world.days(61)
    const { inbox } = world.workflow
    const get: Inbox['get'] = async (id) => {
      const event = await inbox.get(id)
      if (id === ids[1]) await world.move(id, released)
      return event
    }
    expect((await world.audit({ inbox: { ...inbox, get } })).retention).toMatchObject({ ended: 1 })
    expect(await statuses(world, ids)).toEqual(['discarded', 'ready'])
  })

  it('ends the oldest first, a limited number a day, and not beyond its time', async () => {
    const { workflow, now } = ending()
    const saved: string[] = []
    const inbox = {
      get: async (id: string) => anEvent({ id, status: 'held' }),
      save: async ({ id }: InboxEvent) => void saved.push(id),
    }
    const events = Array.from({ length: 250 }, (_, at) =>
      anEvent({ id: `standard/${at}`, status: 'held', updatedAt: 250 - at }),
    )
    const ported = { ...workflow, inbox: { ...workflow.inbox, ...inbox } }
    expect((await endStopped(ported, events, now() + day)).size).toBe(200)
    expect(saved.slice(0, 2)).toEqual(['standard/249', 'standard/248'])
    expect((await endStopped(ported, events, now() - 1)).size).toBe(0)
  })
})
