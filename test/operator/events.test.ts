import { describe, expect, it } from 'vitest'
import { stoodStill } from '../../lib/inbox/transitions.ts'
import { processEvent } from '../../lib/workflow/process-event.ts'
import {
  commentSubmitted,
  createWorld,
  minute,
  returnRequested,
  type World,
  withdrawalDeclared,
} from '../workflow/world.ts'
import { type Ask, createDesk } from './desk.ts'

/** One event in each state that the workflow leaves it in. */
async function createInbox() {
  const world = createWorld()
  const finish = async (body: unknown) => {
    const { id } = await world.deliver('standard', body)
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

const keyOf = async (id: string, ask: Ask): Promise<string> => {
  const { result = {} } = await ask('event.get', { id })
  const [command] = result.commands as { key: string }[]
  return command?.key ?? ''
}

/** As a run leaves it that ends between its send and the save of its event. */
async function leaveWrite({ ports, now }: World, { id, key }: { id: string; key: string }) {
  const lock = { event: id, epoch: 1, until: now() }
  const tries = [{ sendBefore: now(), known: [] }]
  const record = { kind: 'return', by: id, at: now(), orderId: 10_001, tries, state: 'sent' } as const
  await ports.records.lock('order#10001', { lock, now: now(), first: { key, record } })
}

const idsOf = (list: unknown) => (list as { id: string }[]).map(({ id }) => id)
type Line = { at: string; code: string; facts: Record<string, unknown>; text: string }
const historyOf = (event: unknown) => (event as { history: Line[] }).history
type State = keyof Awaited<ReturnType<typeof createInbox>>['ids']
const needsNote = { error: { code: 'note_required', message: expect.stringContaining('note') } }
const unknownId = { ok: false, error: { code: 'not_found', message: expect.stringContaining('event.list') } }

describe('event.get', () => {
  it('answers one event with its history, in the fields that others rely on', async () => {
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
    const history = historyOf(result)
    expect(history[0]).toEqual({
      at: '2026-03-02T09:00:00.000Z',
      code: 'accepted',
      facts: {},
      text: expect.stringMatching(/\.$/),
    })
    expect(history.map(({ code }) => code)).toEqual(expect.arrayContaining(['order_found', 'written', 'done']))
    expect(history.find(({ code }) => code === 'order_found')?.facts).toEqual({ orderId: 10_001 })
    for (const name of ['reason', 'wakeAt', 'leaseUntil', 'epoch', 'delivery', 'progress'])
      expect(result).not.toHaveProperty(name)
  })

  it('shows every time of its history in ISO 8601, UTC', async () => {
    const { ask, ids, world } = await createInbox()
    const { result } = await ask('event.get', { id: ids.waiting })
    const history = historyOf(result)
    expect(history.at(-1)).toMatchObject({
      code: 'deferred',
      facts: { why: { code: 'settling', kind: 'return' }, until: result?.wakeAt },
    })
    const time = /^2026-03-02T09:\d\d:\d\d\.\d{3}Z$/
    for (const { at, facts } of history)
      expect([at, facts.until ?? at].every((one) => time.test(String(one)))).toBe(true)
    // Above any id of the town, and below any time of it.
    const large = [...JSON.stringify(history).matchAll(/[:[](\d+(?:\.\d+)?)/g)].map(([, digits]) => Number(digits))
    expect(large.filter((number) => number > world.now() / 1_000)).toEqual([])
  })

  it('shows the end of its lease as wakeAt while it runs', async () => {
    const { ask, ids, world } = await createInbox()
    const { leaseUntil = 0, wakeAt } = await world.get(ids.running)
    expect(leaseUntil).not.toBe(wakeAt)
    const { result } = await ask('event.get', { id: ids.running })
    expect(result?.wakeAt).toBe(new Date(leaseUntil).toISOString())
  })

  it.each<[string, State, object]>([
    ['when it is due', 'waiting', { wakeAt: expect.stringMatching(/^2026-.*Z$/) }],
    ['why it stopped', 'held', { reason: { code: 'too_many', orderId: 10_001, left: 1, text: expect.any(String) } }],
    [
      'its commands before any work on it',
      'ready',
      { commands: [{ type: 'add-comment', text: '[redacted]' }], returnIds: [], commentIds: [] },
    ],
    ['no commands where its delivery gives none', 'ignored', { status: 'ignored', commands: [] }],
  ])('says %s', async (_title, state, expected) => {
    const { ask, ids } = await createInbox()
    expect((await ask('event.get', { id: ids[state] })).result).toMatchObject(expected)
  })

  it('answers not_found for an unknown id, and says where to look', async () => {
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
    [{ source: 'strict' }, []],
  ] as const)('filters by %j', async (filter, expected) => {
    const { ask, ids } = await createInbox()
    const { result } = await ask('event.list', filter)
    expect(idsOf(result?.events)).toEqual(expected.map((state) => ids[state]))
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
      const status = command === 'event.discard' ? 'discarded' : 'ready'
      expect(after).toMatchObject({ status, epoch: before.epoch + 1 })
      expect(after.history.at(-1)).toMatchObject({ note: 'as agreed', at: world.now() })
    } else {
      expect(answer).toMatchObject({ ok: false, error: { code: 'conflict', message: expect.stringContaining(state) } })
      expect(after).toEqual(before)
    }
  })

  it.each(Object.keys(allowed))('%s answers not_found for an unknown id', async (command) => {
    expect(await createDesk().ask(command, { id: 'standard/x' })).toMatchObject(unknownId)
  })

  it.each(Object.keys(allowed))('%s that was overtaken is a conflict, and moves nothing', async (command) => {
    const { ask, ids, world } = await createInbox()
    const stale = await world.get(ids.held)
    await ask('event.release', { id: ids.held })
    world.workflow.inbox = { ...world.ports.inbox, get: async () => stale }
    expect(await ask(command, { id: ids.held })).toMatchObject({ ok: false, error: { code: 'conflict' } })
  })

  it('discards a withdrawal by itself alone, with a note that says how the customer was answered', async () => {
    const { world, ask } = createDesk()
    const id = await world.accept('standard', withdrawalDeclared({ order: { externalNumber: 'gone' } }))
    expect((await world.finish(id)).status).toBe('held')
    const answered = { code: 'note_required', message: expect.stringContaining('pay back within 14 days') }
    expect(await ask('event.discard', { id })).toMatchObject({ error: answered })
    for (const many of [{ where: { withdrawal: true } }, { events: [{ id }] }]) {
      const { result } = await ask('event.discard', { ...many, note: 'spring cleaning' })
      expect(result).toMatchObject({ events: [], refused: [{ id, why: answered.message }] })
    }
    expect(await ask('event.discard', { id, note: 'answered by letter' })).toMatchObject({ ok: true })
    // One whose only run was broken off.
    const cut = await world.accept('standard', withdrawalDeclared({ order: { id: 10_001 } }))
    const event = await world.workflow.inbox.claim(cut, { now: world.now(), leaseMs: 150_000 })
    const moment = { now: world.now(), writeId: world.workflow.newId(), retryScheduleMs: [1_000] }
    await world.workflow.inbox.save(event as never, stoodStill(event as never, moment))
    expect(await ask('event.discard', { id: cut })).toMatchObject({ error: answered })
  })

  it('discards an event whose write may have happened only with a note', async () => {
    const { ask, ids, world } = await createInbox()
    expect(await ask('event.discard', { id: ids.waiting })).toMatchObject(needsNote)
    expect(await ask('event.discard', { id: ids.waiting, note: 'return 600603 is it' })).toMatchObject({ ok: true })
    expect(await world.get(ids.waiting)).toMatchObject({ status: 'discarded' })
  })

  it.each([
    ['a failure', 500, 1],
    ['a deferral, which costs no attempt', 429, 15],
  ])('looks for what a run that ended with %s may have sent before a discard', async (_title, status, minutes) => {
    const { ask, world } = createDesk()
    await world.fault({ method: 'GET', path: '/rest/orders', times: 9, kind: 'status', status })
    const { id } = await world.begin('standard', returnRequested({}))
    await world.advance(minutes * minute)
    const { event } = await world.run(id)
    expect(event).toMatchObject({ status: 'waiting', epoch: 2, attempts: status === 429 ? 0 : 2, progress: {} })
    await leaveWrite(world, { id, key: await keyOf(id, ask) })
    expect(await ask('event.discard', { id })).toMatchObject(needsNote)
    expect(await world.get(id)).toEqual(event)
    expect(await ask('event.discard', { id, note: 'return 600603 is it' })).toMatchObject({ ok: true })
  })

  it('looks for it also where the event does not know its order, because no run could save what it found', async () => {
    const { ask, world } = createDesk()
    const { inbox, records } = world.ports
    const away = async () => Promise.reject(new Error('the table is away'))
    await world.fault({ method: 'POST', path: '/rest/orders', times: 1, kind: 'drop-after' })
    const id = await world.accept('standard', returnRequested({ order: { externalNumber: '6203001001' } }))
    for (const ports of [{ inbox: { ...inbox, save: away } }, { records: { ...records, placeOf: away } }]) {
      expect(await processEvent(world.newProcess(ports), id, world.now() + 2 * minute)).toBe('broken off')
      await world.advance(3 * minute)
    }
    const event = await world.get(id)
    expect(event).toMatchObject({ status: 'waiting', epoch: 2, progress: {} })
    expect(await ask('event.discard', { id })).toMatchObject(needsNote)
    expect(await world.get(id)).toEqual(event)
  })

  it('discards an event of several runs without a note where they have sent nothing', async () => {
    const { ask, world } = createDesk()
    await world.fault({ method: 'GET', path: '/rest/orders', times: 2, kind: 'status', status: 500 })
    const { id } = await world.begin('standard', returnRequested({}))
    await world.advance(minute)
    await world.run(id)
    expect(await ask('event.discard', { id })).toMatchObject({ ok: true, result: { status: 'discarded' } })
  })
})

describe('event.replay by filter', () => {
  it('leaves room for fresh events, as a replay of one does not: it starts only when nobody uses the pace', async () => {
    const { ask, world, ids } = await createInbox()
    await ask('event.replay', { where: { status: 'failed' } })
    await ask('event.replay', { id: ids.ignored })
    expect([(await world.get(ids.failed)).lane, (await world.get(ids.ignored)).lane]).toEqual(['replay', undefined])
  })

  it('answers internal where the table cannot be reached', async () => {
    const { ask, world } = await createInbox()
    world.workflow.inbox = { ...world.ports.inbox, save: async () => Promise.reject(new Error('the table')) }
    expect(await ask('event.replay', { where: { status: 'failed' } })).toMatchObject({ error: { code: 'internal' } })
  })
})
