import { beforeAll, describe, expect, it } from 'vitest'
import { NewerFormat } from '../../lib/inbox/format.ts'
import type { Inbox } from '../../lib/inbox/inbox.ts'
import { createWorld, minute, type World } from '../workflow/world.ts'
import { createDesk } from './desk.ts'

const moves = ['event.replay', 'event.release', 'event.discard'] as const
const entryOf = { 'event.replay': 'replayed', 'event.release': 'released', 'event.discard': 'discarded' }
const statusAfter = { 'event.replay': 'ready', 'event.release': 'ready', 'event.discard': 'discarded' }
type Row = { id: string; status: string; updatedAt: string }
const rowsOf = (rows: unknown) => rows as Row[]
const idsOf = (rows: unknown) => rowsOf(rows).map(({ id }) => id)

/** Failed events, and one that is ready. */
async function failedEvents(count: number, world: World = createWorld()) {
  const failed: string[] = []
  for (let index = 0; index < count; index += 1) {
    const { id } = await world.deliver('standard', '{}')
    failed.push(id)
  }
  const ready = await world.accept('standard', '{}')
  return { ...createDesk(world), failed, ready }
}

describe.each(moves)('%s of many', (command) => {
  it('by filter: moves those that fit, and keeps note and name in each history', async () => {
    const { ask, world, failed } = await failedEvents(3)
    const given = { where: { status: 'failed' }, note: 'as agreed', name: 'outage of May' }
    const { result } = await ask(command, given)
    expect(result).toEqual({ events: expect.any(Array), refused: [] })
    expect(idsOf(result?.events).sort()).toEqual(failed)
    for (const { status } of rowsOf(result?.events)) expect(status).toBe(statusAfter[command])
    for (const id of failed) {
      const entry = { code: entryOf[command], note: 'as agreed', bulk: 'outage of May' }
      expect((await world.get(id)).history.at(-1)).toMatchObject(entry)
    }
  })

  it('shows them with dryRun, says when there are more, and moves none', async () => {
    const { ask, world, failed } = await failedEvents(3)
    const before = await Promise.all(failed.map(world.get))
    const { result } = await ask(command, { where: { status: 'failed' }, limit: 2, dryRun: true })
    expect(result).toEqual({ dryRun: true, events: [expect.anything(), expect.anything()], more: true })
    expect(await Promise.all(failed.map(world.get))).toEqual(before)
    const all = await ask(command, { where: { status: 'failed' }, limit: 3, dryRun: true })
    expect(all.result).not.toHaveProperty('more')
  })

  it('by their ids: refuses what is not there, cannot be moved, or has moved since, and moves the others', async () => {
    const { ask, world, failed, ready } = await failedEvents(3)
    const { result: list } = await ask('event.list', { status: 'failed' })
    const seen = new Map(rowsOf(list?.events).map(({ id, updatedAt }) => [id, updatedAt]))
    const [first = '', second = '', third = ''] = failed
    await world.advance(minute)
    await ask('event.release', { id: second })
    await world.run(second)
    const events = [
      ...[second, first].map((id) => ({ id, seen: seen.get(id) })),
      { id: ready },
      { id: 'standard/no' },
      { id: third },
    ]
    const { result } = await ask(command, { events, name: 'a slice' })
    expect(idsOf(result?.events)).toEqual([first, third])
    expect(result?.refused).toEqual([
      { id: second, why: expect.stringContaining('has moved since you looked at it') },
      { id: ready, why: expect.stringContaining('is ready') },
      { id: 'standard/no', why: expect.stringContaining('no event with this id') },
    ])
    expect((await world.get(third)).history.at(-1)).toMatchObject({ bulk: 'a slice' })
  })

  it.each([
    { where: {} },
    { where: { status: 'failed' }, limit: 501 },
    { where: { status: 'failed' }, id: 'standard/x' },
    { where: { status: 'failed' }, events: [{ id: 'standard/x' }] },
    { where: { status: 'failed' }, seen: '2026-03-02T09:00:00Z' },
    { where: { status: 'failed', cursor: 'x' } },
    { events: [] },
    { events: Array.from({ length: 51 }, (_, at) => ({ id: `standard/${at}` })) },
    { events: [{ id: 'standard/x' }], id: 'standard/x' },
    { events: [{ id: 'standard/x' }], dryRun: true },
    { id: 'standard/x', name: 'one' },
  ])('refuses %j', async (given) => {
    expect((await createDesk().ask(command, given)).error).toMatchObject({ code: 'invalid' })
  })

  it('says of an empty filter what it lacks', async () => {
    const message = `${command}: where: name at least one filter of event.list, such as status.`
    expect((await createDesk().ask(command, { where: {} })).error?.message).toBe(message)
  })

  it('goes on after an event that only a newer version can read', async () => {
    const { ask, world, failed } = await failedEvents(3)
    const { inbox } = world.ports
    const get: Inbox['get'] = async (id) => {
      if (id === failed[1]) throw new NewerFormat('of a newer version')
      return await inbox.get(id)
    }
    world.workflow.inbox = { ...inbox, get }
    const { result } = await ask(command, { events: failed.map((id) => ({ id })) })
    expect(idsOf(result?.events)).toEqual([failed[0], failed[2]])
    expect(result?.refused).toEqual([{ id: failed[1], why: expect.stringContaining('newer version') }])
  })
})

describe('a move of many by filter', () => {
  it('refuses one that has moved since the list was read', async () => {
    const { ask, world, failed } = await failedEvents(2)
    const { inbox } = world.ports
    const [first = ''] = failed
    const released = (await ask('event.release', { id: first })).ok && (await world.get(first))
    const list: Inbox['list'] = async (query) => {
      const page = await inbox.list(query)
      return { ...page, events: [...page.events, { ...(await world.get(first)), status: 'failed' }] }
    }
    world.workflow.inbox = { ...inbox, list }
    const { result } = await ask('event.discard', { where: { status: 'failed' } })
    expect(result?.events).toHaveLength(1)
    expect(result?.refused).toEqual([{ id: first, why: `event ${first} is ready now, and fits the filter no more.` }])
    expect(await world.get(first)).toEqual(released)
  })

  it('answers what it has moved, and that there is more, where the time of its function ends', async () => {
    const { world } = await failedEvents(3)
    const { inbox } = world.ports
    const save: Inbox['save'] = async (previous, next) => {
      await inbox.save(previous, next)
      await world.advance(minute)
    }
    const ask = createDesk(world, { deadlineMs: world.now() + 80_000 }).ask
    world.workflow.inbox = { ...inbox, save }
    const { result } = await ask('event.release', { where: { status: 'failed' } })
    expect(result).toMatchObject({ events: [{}, {}], refused: [], more: true })
  })
})

describe('what a move of many asks of the inbox', () => {
  const world = createWorld()
  beforeAll(async () => void (await failedEvents(620, world)), 60_000)

  function counted(changes: Partial<Inbox> = {}) {
    const { inbox } = world.ports
    const counts = { list: 0, get: 0, save: 0 }
    const counting: Partial<Inbox> = Object.fromEntries(
      (['list', 'get', 'save'] as const).map((name) => [
        name,
        async (...given: unknown[]) => {
          counts[name] += 1
          return await ((changes[name] ?? inbox[name]) as (...given: unknown[]) => Promise<unknown>)(...given)
        },
      ]),
    )
    const workflow = { ...world.workflow, inbox: { ...inbox, ...counting } }
    return { ask: createDesk(world, { workflow }).ask, counts }
  }

  it('are six pages for the preview of 500, and a read and a write for each that it moves', async () => {
    const { ask, counts } = counted()
    const where = { status: 'failed' }
    expect((await ask('event.release', { where, limit: 500, dryRun: true })).result).toMatchObject({ more: true })
    expect(counts).toEqual({ list: 6, get: 0, save: 0 })
    const { result } = await ask('event.replay', { where, limit: 500, name: 'many' })
    expect(result?.events).toHaveLength(500)
    expect(counts).toEqual({ list: 12, get: 500, save: 500 })
  })

  it('are twenty pages at most where few events fit, however many are stored', async () => {
    const { ask, counts } = counted({ list: async () => ({ events: [], cursor: 'more' }) })
    const { result } = await ask('event.discard', { where: { reason: 'too_many' }, limit: 500 })
    expect(result).toEqual({ events: [], refused: [], more: true })
    expect(counts).toEqual({ list: 20, get: 0, save: 0 })
  })
})
