import { describe, expect, it } from 'vitest'
import { commentSubmitted, createWorld, minute, returnRequested, type World } from '../workflow/world.ts'
import { createDesk } from './desk.ts'

/** One event in each state that the workflow leaves it in. */
async function createInbox() {
  const world = createWorld()
  const finish = async (body: unknown) => {
    const id = await world.accept('standard', body)
    await world.finish(id)
    await world.advance(1_000)
    return id
  }
  const done = await finish(returnRequested({}))
  const held = await finish(returnRequested({ lines: [{ sku: 'TEAPOT-W', quantity: 2 }] }))
  const failed = await finish(returnRequested({ order: { id: 999 } }))
  const ignored = await finish({ type: 'order.paid' })
  const waiting = await lostReturn(world)
  const ready = await world.accept('standard', commentSubmitted({}))
  const running = await world.accept('standard', commentSubmitted({}))
  await world.workflow.inbox.claim(running, { now: world.now(), leaseMs: 150_000 })
  return { ...createDesk(world), ids: { done, held, failed, ignored, waiting, ready, running } }
}

async function lostReturn(world: World) {
  await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-after' })
  const id = await world.accept(
    'standard',
    returnRequested({ order: { id: 10_002 }, lines: [{ sku: 'LAMP-7', quantity: 1 }] }),
  )
  await world.run(id)
  return id
}

const idsOf = (list: unknown) => (list as { id: string }[]).map(({ id }) => id)
const wordsOf = (list: unknown) => (list as { what: string }[]).map(({ what }) => what)
type State = keyof Awaited<ReturnType<typeof createInbox>>['ids']
const unknownId = { ok: false, error: { code: 'not_found', message: expect.stringContaining('event.list') } }

describe('event.get', () => {
  it('tells one event with its story, in the fields that others rely on', async () => {
    const { ask, ids, world } = await createInbox()
    const { result } = await ask('event.get', { id: ids.done })
    const [made] = await world.returnsOf(10_001)
    expect(result).toMatchObject({
      id: ids.done,
      source: 'standard',
      status: 'done',
      attempts: 1,
      receivedAt: '2026-03-02T09:00:00.000Z',
      orderId: 10_001,
      returnIds: [made?.id],
      commands: [{ type: 'create-return', lines: [{ sku: 'MUG-BLUE', quantity: 1 }] }],
    })
    expect(wordsOf(result?.history)).toEqual(
      expect.arrayContaining([
        'accepted',
        'translated',
        'order found',
        'return planned',
        'return created',
        'comment written',
        'done',
      ]),
    )
    for (const name of ['reason', 'wakeAt']) expect(result).not.toHaveProperty(name)
  })

  it('tells every time of its story in ISO 8601, UTC', async () => {
    const { ask, ids, world } = await createInbox()
    const { result } = await ask('event.get', { id: ids.waiting })
    const history = result?.history as { what: string; at: string; until?: string }[]
    expect(history.at(-1)).toMatchObject({ what: 'deferred', until: result?.wakeAt })
    const time = /^2026-03-02T09:\d\d:\d\d\.\d{3}Z$/
    for (const { at, until } of history) expect([at, until ?? at].every((told) => time.test(told))).toBe(true)
    // Above any id of the town, and below any time of it.
    const large = [...JSON.stringify(history).matchAll(/[:[](\d+(?:\.\d+)?)/g)].map(([, digits]) => Number(digits))
    expect(large.filter((number) => number > world.now() / 1_000)).toEqual([])
  })

  it('tells when it comes next, and why it stopped', async () => {
    const { ask, ids } = await createInbox()
    expect((await ask('event.get', { id: ids.waiting })).result).toMatchObject({
      wakeAt: expect.stringMatching(/^2026-.*Z$/),
    })
    expect((await ask('event.get', { id: ids.held })).result).toMatchObject({
      reason: { code: 'too_many', text: expect.any(String) },
    })
  })

  it('of an event before its translation has no commands', async () => {
    const { ask, ids } = await createInbox()
    expect((await ask('event.get', { id: ids.ready })).result).toMatchObject({
      commands: [],
      returnIds: [],
      commentIds: [],
    })
  })

  it.each([{ id: '' }, { id: 3 }, {}])('refuses %j', async (given) => {
    expect(await createDesk().ask('event.get', given)).toMatchObject({ error: { code: 'invalid' } })
  })

  it('of an unknown id says where to look', async () => {
    expect(await createDesk().ask('event.get', { id: 'standard/x' })).toMatchObject(unknownId)
  })
})

describe('event.list', () => {
  it('is newest first, page by page', async () => {
    const { ask, ids } = await createInbox()
    const seen: string[] = []
    let cursor: unknown
    do {
      const { result } = await ask('event.list', { limit: 3, ...(cursor === undefined ? {} : { cursor }) })
      seen.push(...idsOf(result?.events))
      cursor = result?.cursor
    } while (cursor !== undefined)
    expect(new Set(seen)).toEqual(new Set(Object.values(ids)))
    expect(seen.indexOf(ids.failed)).toBeLessThan(seen.indexOf(ids.held))
    expect(seen).toHaveLength(7)
  })

  it.each([
    [{ status: 'held' }, ['held']],
    [{ status: 'failed' }, ['failed']],
    [{ orderId: 10_001 }, ['held', 'done']],
    [{ source: 'nobody' }, []],
  ] as const)('filters by %j', async (filter, expected) => {
    const { ask, ids } = await createInbox()
    const { result } = await ask('event.list', filter)
    expect(idsOf(result?.events)).toEqual(expected.map((state) => ids[state]))
  })

  it.each([{ status: 'lost' }, { limit: 0 }, { limit: 101 }, { orderId: 'x' }])('refuses %j', async (given) => {
    expect(await createDesk().ask('event.list', given)).toMatchObject({ error: { code: 'invalid' } })
  })

  it('refuses a cursor that no list answered', async () => {
    expect(await createDesk().ask('event.list', { cursor: 'x' })).toMatchObject({ error: { code: 'rejected' } })
  })
})

describe('moving an event', () => {
  const allowed: Record<string, readonly State[]> = {
    'event.release': ['held', 'failed', 'waiting'],
    'event.replay': ['held', 'failed', 'done', 'ignored'],
    'event.discard': ['held', 'failed', 'waiting'],
  }
  const states: State[] = ['done', 'held', 'failed', 'ignored', 'waiting', 'ready', 'running']
  const table = Object.entries(allowed).flatMap(([command, from]) =>
    states.map((state) => ({ command, state, may: from.includes(state) })),
  )

  it.each(table)('$command of a $state event: $may', async ({ command, state, may }) => {
    const { ask, ids, world } = await createInbox()
    const before = await world.get(ids[state])
    const answer = await ask(command, { id: ids[state], note: 'as agreed' })
    const after = await world.get(ids[state])
    if (may) {
      expect(answer).toMatchObject({ ok: true, result: { id: ids[state], status: after.status } })
      expect(after).toMatchObject({
        status: command === 'event.discard' ? 'discarded' : 'ready',
        epoch: before.epoch + 1,
      })
      expect(after.history.at(-1)).toMatchObject({ note: 'as agreed', at: world.now() })
    } else {
      expect(answer).toMatchObject({ ok: false, error: { code: 'conflict', message: expect.stringContaining(state) } })
      expect(after).toEqual(before)
    }
  })

  it.each(Object.keys(allowed))('%s refuses an unknown id, a missing one and an empty note', async (command) => {
    const { ask } = createDesk()
    expect(await ask(command, { id: 'standard/x' })).toMatchObject(unknownId)
    expect(await ask(command)).toMatchObject({ error: { code: 'invalid' } })
    expect(await ask(command, { id: 'standard/x', note: ' ' })).toMatchObject({ error: { code: 'invalid' } })
  })

  it.each(Object.keys(allowed))('%s that was overtaken is a conflict, and moves nothing', async (command) => {
    const { ask, ids, world } = await createInbox()
    const stale = await world.get(ids.held)
    await ask('event.release', { id: ids.held })
    world.workflow.inbox = { ...world.ports.inbox, get: async () => stale }
    expect(await ask(command, { id: ids.held })).toMatchObject({ ok: false, error: { code: 'conflict' } })
  })

  it('gives a released event up only with a note where a write of it may have happened', async () => {
    const { ask, ids, world } = await createInbox()
    expect(await ask('event.discard', { id: ids.waiting })).toMatchObject({
      error: { code: 'conflict', message: expect.stringContaining('note') },
    })
    expect(await ask('event.discard', { id: ids.waiting, note: 'return 600603 is it' })).toMatchObject({ ok: true })
    expect(await world.get(ids.waiting)).toMatchObject({ status: 'discarded' })
  })

  it('waives the reason that a released event was held for', async () => {
    const { ask, ids, world } = await createInbox()
    await ask('event.release', { id: ids.held })
    expect(await world.get(ids.held)).toMatchObject({ waived: ['too_many'], wakeAt: world.now() + 2 * minute })
    expect(await world.finish(ids.held)).toMatchObject({ status: 'done' })
  })

  it('replays a done event without any call', async () => {
    const { ask, ids, world } = await createInbox()
    await ask('event.replay', { id: ids.done })
    const { total } = await world.calls()
    expect(await world.finish(ids.done)).toMatchObject({ status: 'done' })
    expect((await world.calls()).total).toBe(total)
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })
})

describe('event.replay by filter', () => {
  it('leaves room for fresh events, as a replay of one does not: it starts only when nobody uses the pace', async () => {
    const { ask, world, ids } = await createInbox()
    await ask('event.replay', { where: { status: 'failed' } })
    await ask('event.replay', { id: ids.ignored })
    expect([(await world.get(ids.failed)).lane, (await world.get(ids.ignored)).lane]).toEqual(['replay', undefined])
  })

  it('tells with dryRun which ones, and moves none', async () => {
    const { ask, ids, world } = await createInbox()
    const answer = await ask('event.replay', { where: { status: 'failed' }, dryRun: true })
    expect(answer.result).toMatchObject({ dryRun: true, events: [{ id: ids.failed, status: 'failed' }] })
    expect(await world.get(ids.failed)).toMatchObject({ status: 'failed' })
  })

  it('moves what fits, and tells why the others cannot be', async () => {
    const { ask, ids } = await createInbox()
    const { result } = await ask('event.replay', { where: { source: 'standard' }, note: 'after the outage' })
    expect(idsOf(result?.events).sort()).toEqual([ids.done, ids.failed, ids.held, ids.ignored].sort())
    expect(idsOf(result?.refused).sort()).toEqual([ids.ready, ids.running, ids.waiting].sort())
    expect(result?.refused).toContainEqual({ id: ids.running, why: expect.stringContaining('running') })
  })

  it('moves no more than the limit, over several pages', async () => {
    const world = createWorld()
    for (let count = 0; count < 130; count += 1)
      await world.finish(await world.accept('standard', { type: 'order.paid' }))
    const { ask } = createDesk(world)
    const where = { status: 'ignored' }
    expect((await ask('event.replay', { where, limit: 120 })).result?.events).toHaveLength(120)
    expect((await ask('event.replay', { where, limit: 500 })).result?.events).toHaveLength(10)
  })

  it('goes on after an event that somebody else moved at that moment', async () => {
    const { ask, ids, world } = await createInbox()
    const { inbox } = world.ports
    const overtaken = await world.get(ids.failed)
    world.workflow.inbox = {
      ...inbox,
      get: async (id) => {
        if (id !== ids.failed) return await inbox.get(id)
        await inbox.claim(ids.ready, { now: world.now(), leaseMs: 1 })
        return { ...overtaken, epoch: overtaken.epoch - 1 }
      },
    }
    const { result } = await ask('event.replay', { where: { source: 'standard' } })
    expect(result?.events).toHaveLength(3)
    expect(result?.refused).toContainEqual({ id: ids.failed, why: expect.stringContaining('at the same moment') })
  })

  it.each([{ where: { colour: 'blue' } }, { where: {}, limit: 501 }, { id: 'x', where: {} }, { limit: 3 }])(
    'refuses %j',
    async (given) => {
      expect(await createDesk().ask('event.replay', given)).toMatchObject({ error: { code: 'invalid' } })
    },
  )

  it('lets what cannot be reached fly into an answer', async () => {
    const { ask, world } = await createInbox()
    world.workflow.inbox = { ...world.ports.inbox, save: async () => Promise.reject(new Error('the table')) }
    expect(await ask('event.replay', { where: { status: 'failed' } })).toMatchObject({ error: { code: 'internal' } })
  })
})
