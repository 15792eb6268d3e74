import { describe, expect, it } from 'vitest'
import { nextOf, toDoOf } from '../../lib/operator/events/why-event.ts'
import { languages } from '../../lib/sentences/languages.ts'
import { say } from '../../lib/sentences/sentences.ts'
import { commentSubmitted, createWorld, minute, returnRequested, type World } from '../workflow/world.ts'
import { createDesk } from './desk.ts'

const { en } = languages

/** What comes next and what to do, as codes. */
async function outlook(world: World, id: string) {
  const event = await world.get(id)
  return { next: nextOf(event), toDo: toDoOf(event, world.now()), wakeAt: event.wakeAt }
}

describe('why an event', () => {
  it('is done: its history as sentences, and its writes', async () => {
    const { world, ask } = createDesk()
    const { id } = await world.deliver('standard', returnRequested({}))
    const [made] = await world.returnsOf(10_001)
    const { result } = await ask('why', { id })
    expect(result).toMatchObject({
      about: { text: 'Return of 1 × Mug, blue · order 6203001001' },
      id,
      status: 'done',
      orderId: 10_001,
      next: say(en.next, { code: 'ended' }),
      toDo: say(en.toDo, { code: 'nothing' }),
      locks: [],
    })
    const happened = result?.happened as string[]
    expect(happened[0]).toMatch(/^2026-03-02 09:00:0\d UTC: /)
    expect(happened.join('\n')).toContain(
      say(en.history, { code: 'written', kind: 'return', ...{ id: made?.id ?? 0 }, orderId: 10_001 }),
    )
    expect(happened.at(-1)).toContain(say(en.history, { code: 'done' }))
    const item = 'order#10001'
    expect(result?.writes).toMatchObject([
      { item, kind: 'return', state: 'done', by: id, id: made?.id, since: expect.stringMatching(/^2026-.*Z$/) },
      { item, kind: 'comment', state: 'done', by: id },
    ])
  })

  it('is held: the reason, and what the docs say to do', async () => {
    const { world, ask } = createDesk()
    const { id } = await world.deliver('standard', returnRequested({ order: { id: 10_006 } }))
    expect(await outlook(world, id)).toMatchObject({
      next: { code: 'person_decides' },
      toDo: { code: 'as_advised', reason: 'addresses_missing' },
    })
    const { result } = await ask('why', { id })
    expect(result).toMatchObject({ status: 'held', toDo: en.advice.addresses_missing, writes: [] })
    const happened = result?.happened as string[]
    expect(happened.at(-1)).toBe(say(en.reason, { code: 'addresses_missing', orderId: 10_006, relation: 1 }))
  })

  it('waits, and until when', async () => {
    const { world, ask } = createDesk()
    await world.fault({ method: 'GET', path: '/rest/orders', kind: 'status', status: 500, times: 1 })
    const { id, event } = await world.begin('standard', returnRequested({}))
    expect(await outlook(world, id)).toMatchObject({
      next: { code: 'next_attempt', at: event.wakeAt, why: { code: 'cause' } },
      toDo: { code: 'release_to_retry', id },
    })
    const time = new Date(event.wakeAt ?? 0).toISOString().slice(0, 19).replace('T', ' ')
    expect((await ask('why', { id })).result?.next).toContain(`${time} UTC`)
  })

  it('waits for the id of the API user: what to set, in its history as well', async () => {
    const { world, ask } = createDesk()
    await world.fault({ method: 'GET', path: '/rest/user', kind: 'status', status: 404, times: 1 })
    const { id, event } = await world.begin('standard', returnRequested({}))
    expect(event).toMatchObject({ status: 'waiting', attempts: 0 })
    expect(event.history.at(-1)).toMatchObject({ code: 'deferred', why: { code: 'owner_refused' } })
    expect(await outlook(world, id)).toMatchObject({ toDo: { code: 'set_owner', id } })
    const { result } = await ask('why', { id })
    const happened = result?.happened as string[]
    const texts = [result?.toDo, result?.next, happened.at(-1)]
    for (const text of texts) expect(text).toContain('backOffice.ownerId')
    expect((await world.finish(id)).status).toBe('done')
  })

  it.each([
    ['return', 'POST', '/rest/orders', returnRequested({})],
    ['comment', 'POST', '/rest/comments', commentSubmitted({})],
  ] as const)('waits for a %s to settle: no release hurries that', async (kind, method, path, body) => {
    const { world, ask } = createDesk()
    await world.fault({ method, path, kind: 'drop-after', times: 1 })
    const { id, event } = await world.begin('standard', body)
    expect(await outlook(world, id)).toMatchObject({
      next: { code: 'next_attempt', at: event.wakeAt, why: { code: 'settling', kind } },
      toDo: { code: 'settles', at: event.wakeAt },
    })
    expect((await ask('why', { id })).result?.writes).toMatchObject([{ kind, state: 'sent', by: id }])
    await ask('event.release', { id })
    await world.run(id)
    expect(await world.get(id)).toMatchObject({ status: 'waiting', wakeAt: event.wakeAt })
    await world.finish(id)
    expect(await outlook(world, id)).toMatchObject({ next: { code: 'ended' }, toDo: { code: 'nothing' } })
  })

  it('waits for the second look at a return that was sent twice', async () => {
    const { world } = createDesk()
    await world.fault({ method: 'POST', path: '/rest/orders', kind: 'drop-before', times: 1 })
    const { id } = await world.begin('standard', returnRequested({}))
    await world.advance(2 * minute)
    await world.run(id)
    const { next, toDo, wakeAt } = await outlook(world, id)
    expect(next).toMatchObject({ code: 'next_attempt', why: { code: 'second_look', kind: 'return' } })
    expect(toDo).toEqual({ code: 'settles', at: wakeAt })
  })

  it('waits for a closed login: who must do what', async () => {
    const { world, ask } = createDesk()
    await world.fault({ kind: 'lock-user', times: 1, method: 'POST', path: '/rest/login' })
    const { id } = await world.begin('standard', returnRequested({}))
    expect(await outlook(world, id)).toMatchObject({
      next: { code: 'next_attempt', why: { code: 'login_closed' } },
      toDo: { code: 'open_login' },
    })
    expect((await ask('why', { id })).result?.toDo).toContain('login.reset')
  })

  it('waits for another event: which one has the lock, and until when', async () => {
    const { world, ask } = createDesk()
    await world.deliver('standard', returnRequested({ lines: [{ sku: 'TEAPOT-W', quantity: 1 }] }))
    const now = world.now()
    const until = now + 2 * minute
    const record = {
      kind: 'return',
      by: 'standard/x',
      at: now,
      tries: [{ sendBefore: now, known: [] }],
      state: 'sent',
    } as const
    const lock = { event: 'standard/x', epoch: 1, until }
    await world.ports.records.lock('order#10001', { lock, now, first: { key: 'standard/x', record } })
    const { id } = await world.begin('standard', returnRequested({}))
    expect((await outlook(world, id)).next).toMatchObject({ why: { code: 'busy', item: 'order#10001' } })
    const { result } = await ask('why', { id })
    expect(result?.locks).toMatchObject([
      { item: 'order#10001', event: 'standard/x', until: new Date(until).toISOString() },
    ])
    // The open write that it waits for, and not what is done.
    expect(result?.writes).toMatchObject([{ state: 'sent', by: 'standard/x' }])
  })

  it('is late where nobody has worked on it', async () => {
    const { world } = createDesk()
    const id = await world.accept('standard', returnRequested({}))
    expect(await outlook(world, id)).toMatchObject({ next: { code: 'starts_soon' }, toDo: { code: 'at_work' } })
    await world.advance(15 * minute)
    expect((await outlook(world, id)).toDo).toEqual({ code: 'late' })
  })

  it('is being worked on, until its lease ends', async () => {
    const { world, ask } = createDesk()
    const id = await world.accept('standard', returnRequested({}))
    await world.workflow.inbox.claim(id, { now: world.now(), leaseMs: minute })
    const runs = { code: 'runs', until: world.now() + minute } as const
    expect((await outlook(world, id)).next).toEqual(runs)
    // A pause keeps back the next run alone.
    await world.workflow.pauses?.change(() => [{ source: 'standard', since: world.now(), reason: 'Stocktaking' }])
    expect((await ask('why', { id })).result?.next).toBe(say(en.next, runs))
    await world.advance(12 * minute)
    expect((await outlook(world, id)).toDo).toEqual({ code: 'late' })
  })

  it.each([
    ['discarded', 'ended', 'replay_if_wanted'],
    ['ignored', 'ended', 'nothing'],
    ['failed', 'stopped', 'nothing'],
  ] as const)('is %s', async (status, next, toDo) => {
    const world = createWorld()
    const event = { ...(await world.get(await world.accept('standard', '{}'))), status, wakeAt: undefined }
    const { wakeAt: _, ...ended } = event
    expect(nextOf(ended)).toEqual({ code: next })
    expect(toDoOf(ended, world.now())).toMatchObject({ code: toDo })
  })

  it.each([
    [1, { code: 'as_advised', reason: 'rejected' }],
    [2, { code: 'fix_each', id: 'standard/d1' }],
  ])('has failed with %i of its commands', async (count, toDo) => {
    const world = createWorld()
    const event = await world.get(await world.accept('standard', '{}'))
    const reason = { code: 'rejected', words: 'no', several: { count, of: 3, failed: [] } } as const
    expect(toDoOf({ ...event, id: 'standard/d1', status: 'failed', reason }, world.now())).toEqual(toDo)
  })

  it('is discarded: the reason that it was held for is no advice any more', async () => {
    const { world, ask } = createDesk()
    const { id } = await world.deliver('standard', returnRequested({ order: { id: 10_006 } }))
    await ask('event.discard', { id, note: 'returned at the counter' })
    expect((await outlook(world, id)).toDo).toEqual({ code: 'replay_if_wanted', id })
    const { result } = await ask('why', { id })
    const happened = result?.happened as string[]
    expect(happened.at(-1)).toContain('returned at the counter')
    for (const command of ['why', 'event.get']) expect((await ask(command, { id })).result).not.toHaveProperty('means')
  })
})
