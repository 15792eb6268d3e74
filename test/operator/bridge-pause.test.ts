import { describe, expect, it } from 'vitest'
import { processDue } from '../../lib/workflow/wake/process-due.ts'
import {
  commentSubmitted,
  createWorld,
  minute,
  returnRequested,
  type World,
  withdrawalDeclared,
} from '../workflow/world.ts'
import { createDesk } from './desk.ts'

const runMs = 120_000
const since = '2026-03-02T09:00:00.000Z'
const all = { reason: 'stocktaking' }
const standard = { source: 'standard', reason: 'the shop sends everything twice' }
const runSchedule = async (world: World) => await processDue(world.workflow, world.now() + runMs)
const longAgo = 24 * 60 * minute

describe('bridge.pause and bridge.resume', () => {
  it('answer what is paused, the source or all writes', async () => {
    const { ask, world } = createDesk()
    expect((await ask('bridge.pause', standard)).result).toEqual({ paused: [{ ...standard, since }] })
    await world.advance(minute)
    const later = '2026-03-02T09:01:00.000Z'
    expect((await ask('bridge.pause', all)).result).toEqual({
      paused: [
        { ...standard, since },
        { ...all, since: later },
      ],
    })
    expect((await ask('bridge.resume', { source: 'standard', reason: 'mended' })).result).toEqual({
      paused: [{ ...all, since: later }],
    })
    expect((await ask('bridge.resume')).result).toEqual({ paused: [] })
  })

  it('change nothing the second time but the reason', async () => {
    const { ask, world } = createDesk()
    await ask('bridge.pause', standard)
    await world.advance(minute)
    const again = { source: 'standard', reason: 'still' }
    expect((await ask('bridge.pause', again)).result).toEqual({ paused: [{ ...again, since }] })
    expect((await ask('bridge.resume', { source: 'shopify' })).result).toEqual({ paused: [{ ...again, since }] })
    expect((await ask('bridge.resume')).result).toEqual({ paused: [{ ...again, since }] })
  })

  it('refuse a source that nobody knows, and a pause without a reason', async () => {
    const { ask } = createDesk()
    const message = 'There is no source of this name. The sources are standard, strict, shopify, operator.'
    expect((await ask('bridge.pause', { source: 'nobody', reason: 'x' })).error).toEqual({ code: 'not_found', message })
    expect((await ask('bridge.pause', { source: 'standard' })).error).toMatchObject({ code: 'invalid' })
    expect((await ask('bridge.pause', { reason: ' ' })).error).toMatchObject({ code: 'invalid' })
  })

  it('of two operators at once both count', async () => {
    const world = createWorld()
    const one = createDesk(world).ask
    const other = createDesk(world, { workflow: world.newProcess() }).ask
    await Promise.all([one('bridge.pause', standard), other('bridge.pause', all)])
    expect((await one('bridge.resume', { source: 'shopify' })).result?.paused).toHaveLength(2)
  })
})

describe('a paused source', () => {
  it('is not worked on, by hint or schedule, and goes on where it stopped', async () => {
    const { ask, world } = createDesk()
    const id = await world.accept('standard', returnRequested({}))
    const before = await world.get(id)
    await ask('bridge.pause', standard)
    expect((await world.run(id)).how).toBe('not claimed')
    await world.advance(3 * longAgo)
    expect(await runSchedule(world)).toEqual({ processed: 0, outcomes: {} })
    expect(await world.get(id)).toEqual(before)
    expect((await world.calls()).total).toBe(0)
    await ask('bridge.resume', { source: 'standard' })
    expect(await runSchedule(world)).toEqual({ processed: 1, outcomes: { done: 1 } })
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })

  it('leaves other sources alone, also behind many that are paused', async () => {
    const { ask, world } = createDesk()
    world.workflow.sleep = async () => await new Promise((resolve) => setImmediate(resolve))
    await ask('bridge.pause', standard)
    for (let count = 0; count < 60; count += 1) await world.accept('standard', commentSubmitted({}))
    await world.advance(minute)
    for (let count = 0; count < 30; count += 1) await world.accept('strict', commentSubmitted({}))
    await world.advance(2 * minute)
    expect((await runSchedule(world)).processed).toBe(30)
    expect((await ask('event.list', { status: 'ready', limit: 100 })).result?.events).toHaveLength(60)
  })

  it('reaches a process that has just looked within five seconds', async () => {
    const { ask, world } = createDesk()
    const other = world.newProcess()
    await world.deliver('standard', commentSubmitted({}))
    await createDesk(world, { workflow: other }).ask('bridge.pause', standard)
    await world.advance(5_000)
    expect((await world.begin('standard', commentSubmitted({}))).how).toBe('not claimed')
    await ask('bridge.resume', { source: 'standard' })
  })
})

describe('why, of an event that a pause holds back', () => {
  it('says so, and what lets it go on: with the pause of its source, and of all writes', async () => {
    const { ask, world } = createDesk()
    const id = await world.accept('standard', returnRequested({}))
    const why = async (asked: Record<string, unknown> = { id }) =>
      (await ask('why', asked)).result as Record<string, unknown>
    expect(await why()).toMatchObject({
      next: expect.stringContaining('starts within seconds'),
      toDo: 'Wait a moment: it is being worked on.',
    })
    await ask('bridge.pause', { source: 'shopify', reason: 'another one' })
    expect(await why()).toMatchObject({ toDo: 'Wait a moment: it is being worked on.' })
    const go = { toDo: expect.stringContaining('bridge.resume'), actions: ['bridge.resume'] }
    await ask('bridge.pause', standard)
    const paused = 'An operator has paused the source standard. The event goes on when that is resumed.'
    await world.advance(60 * minute)
    expect(await why()).toMatchObject({ next: paused, ...go })
    await ask('bridge.resume', { source: 'standard' })
    await ask('bridge.pause', all)
    await world.run(id)
    expect(await why()).toMatchObject({ next: expect.stringContaining('paused all writes'), ...go })
    expect(await why({ orderId: 10_001 })).toMatchObject({
      events: [{ next: expect.stringContaining('paused all writes') }],
    })
    await ask('bridge.resume')
    expect((await why()).next).not.toContain('paused all writes to the back office. The event goes on')
  })
})

it.each(['event.release', 'event.discard'])('%s of a paused event does not promise that it starts', async (command) => {
  const { ask, world } = createDesk()
  const id = await world.accept('standard', returnRequested({}))
  await ask('bridge.pause', standard)
  const message = expect.stringContaining('or when its pause ends')
  expect(await ask(command, { id })).toMatchObject({ error: { code: 'conflict', message } })
})

describe('a pause of all writes', () => {
  it('lets reads go on, so that a person hears of a withdrawal, and sends nothing until only another is paused', async () => {
    const { ask, world } = createDesk()
    await ask('bridge.pause', { source: 'shopify', reason: 'another one' })
    await ask('bridge.pause', all)
    const { id, event } = await world.begin('standard', withdrawalDeclared({}))
    const wakeAt = world.now()
    expect(event).toMatchObject({ status: 'waiting', withdrawal: true, orderId: 10_001, attempts: 0, wakeAt })
    expect(event.history.at(-1)).toMatchObject({ code: 'deferred', why: { code: 'paused' } })
    expect(await world.commentsOf(10_001)).toHaveLength(0)
    await ask('bridge.resume')
    expect((await world.finish(id)).status).toBe('done')
  })

  it.each([
    ['a return', returnRequested({})],
    ['a comment', commentSubmitted({})],
  ])('defers %s before it is recorded as sent, looks at it once, and counts no day of waiting', async (_what, body) => {
    const { ask, world } = createDesk()
    await ask('bridge.pause', all)
    const { id } = await world.begin('standard', body)
    const looked = await world.get(id)
    expect(looked.deferredSince).toBeUndefined()
    const { total } = await world.calls()
    for (let day = 0; day < 3; day += 1) {
      await world.advance(longAgo)
      expect(await runSchedule(world)).toEqual({ processed: 0, outcomes: {} })
    }
    expect(await world.get(id)).toEqual(looked)
    expect((await world.calls()).total).toBe(total)
    // Another process looks once.
    const other = world.newProcess()
    for (const processed of [1, 0]) expect(await processDue(other, world.now() + runMs)).toMatchObject({ processed })
    expect(world.effects().comments).toBe(0)
    await ask('bridge.resume')
    expect(await runSchedule(world)).toEqual({ processed: 1, outcomes: { done: 1 } })
    expect(world.effects().comments).toBe(1)
  })

  it.each([all, standard])('that begins while a run waits for its turn holds the write back: %o', async (pause) => {
    const world = createWorld()
    const { ask } = createDesk(world)
    const id = await world.accept('standard', returnRequested({}))
    const open = world.workflow.openBackOffice
    world.workflow.openBackOffice = (run) => ({
      ...open(run),
      reserveWrites: async () => {
        await world.advance(20_000)
        await ask('bridge.pause', pause)
      },
    })
    expect((await world.run(id)).event).toMatchObject({ status: 'waiting' })
    expect(world.effects().comments).toBe(0)
    world.workflow.openBackOffice = open
    await ask('bridge.resume', pause)
    expect((await world.finish(id)).status).toBe('done')
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })

  it('keeps nobody from seeing what would be sent', async () => {
    const { ask, world } = createDesk()
    await ask('bridge.pause', all)
    const { id } = await world.begin('standard', returnRequested({}))
    expect((await ask('event.plan', { id })).result).toMatchObject({ orderId: 10_001, body: { typeId: 3 } })
  })

  it("holds an operator's own command back as well", async () => {
    const { ask, world } = createDesk()
    await ask('bridge.pause', all)
    expect((await ask('comment.add', { orderId: 10_001, text: 'hello' })).result).toMatchObject({ status: 'waiting' })
    await ask('bridge.resume')
    expect(await runSchedule(world)).toMatchObject({ outcomes: { done: 1 } })
  })
})

describe('where it cannot be read what is paused', () => {
  it('nothing is sent, and the event waits', async () => {
    const down = { read: () => Promise.reject(new Error('table away')), replace: async () => false }
    const world = createWorld({ tables: { pauses: down } })
    const { event } = await world.begin('standard', returnRequested({}))
    expect(event).toMatchObject({ status: 'waiting' })
    expect(event.history.at(-1)).toMatchObject({ why: { code: 'broken_off' } })
    expect(await world.returnsOf(10_001)).toHaveLength(0)
  })
})
