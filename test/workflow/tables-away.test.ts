import { describe, expect, it } from 'vitest'
import { released } from '../../lib/inbox/operator-transitions.ts'
import { processEvent } from '../../lib/workflow/process-event.ts'
import {
  createMemoryInbox,
  createMemoryPace,
  createMemoryRecords,
  createMemorySession,
} from '../memory/memory-stores.ts'
import { commentSubmitted, createWorld, minute, returnRequested, type World } from './world.ts'

const hour = 60 * minute

/** A port that cannot be reached while `isAway` says so. */
const away = <Port extends object>(port: Port, isAway: (operation: string) => boolean): Port =>
  new Proxy(port, {
    get: (target, name) => {
      const operation = Reflect.get(target, name)
      if (typeof operation !== 'function') return operation
      return async (...given: unknown[]) => {
        if (isAway(String(name))) throw Object.assign(new Error('no route'), { name: 'TimeoutError' })
        return await operation.apply(target, given)
      }
    },
  })

/** A world whose tables can be taken away; `isAway` is asked for the table and its operation. */
function createHurt(isAway: (table: 'events' | 'state', operation: string) => boolean) {
  let ids = 0
  const state = (operation: string) => isAway('state', operation)
  return createWorld({
    tables: {
      inbox: away(createMemoryInbox({ newId: () => `w-${++ids}` }), (operation) => isAway('events', operation)),
      records: away(createMemoryRecords(), state),
      sessionStore: away(createMemorySession(), state),
      pace: away(createMemoryPace(), state),
    },
  })
}

/** What the schedule does each minute: whatever is due is claimed. */
async function pass(world: World, ids: readonly string[], ms: number) {
  for (const end = world.now() + ms; world.now() < end; ) {
    for (const id of ids) await processEvent(world.workflow, id, world.now() + 2 * minute)
    await world.advance(minute)
  }
}

const accepted = async (world: World) => [
  await world.accept('standard', returnRequested({})),
  await world.accept('standard', commentSubmitted({ order: { id: 10_003 } })),
  await world.accept('standard', returnRequested({ order: { id: 10_002 }, lines: [{ sku: 'BULB-W', quantity: 1 }] })),
]

async function allAreDone(world: World, ids: readonly string[]) {
  for (const id of ids) expect(await world.finish(id)).toMatchObject({ status: 'done' })
  for (const orderId of [10_001, 10_002]) expect(await world.returnsOf(orderId)).toHaveLength(1)
  expect(await world.commentsOf(10_003)).not.toHaveLength(0)
}

describe('a state table that cannot be reached', () => {
  it.each(['before the first call', 'after a login'])('for half an hour, from %s, costs no end', async (from) => {
    let isAway = false
    const world = createHurt((table) => isAway && table === 'state')
    if (from === 'after a login') await world.deliver('standard', commentSubmitted({}))
    const ids = await accepted(world)
    isAway = true
    await pass(world, ids, 30 * minute)
    for (const id of ids) expect((await world.get(id)).attempts).toBeLessThanOrEqual(1)
    isAway = false
    await allAreDone(world, ids)
  })

  it('lets a run that has begun wait as the retry schedule says', async () => {
    let isAway = false
    const world = createHurt((table, operation) => isAway && table === 'state' && operation === 'lock')
    const id = await world.accept('standard', returnRequested({}))
    isAway = true
    const begun = await world.run(id)
    expect(begun).toMatchObject({ how: 'broken off', event: { status: 'waiting', attempts: 1, orderId: 10_001 } })
    expect((begun.event.wakeAt ?? 0) - world.now()).toBe(world.workflow.timing.retryScheduleMs[0])
  })

  it('counts no run as an attempt that sent nothing, because its lock had no answer', async () => {
    let lacks = 'read'
    const world = createHurt((table, operation) => table === 'state' && operation === lacks)
    const id = await world.accept('standard', commentSubmitted({}))
    const { wakeAt = 0 } = (await world.run(id)).event
    await world.advance(wakeAt - world.now())
    lacks = 'lock'
    const { event } = await world.run(id)
    expect(event).toMatchObject({ attempts: 1, progress: { [id]: { state: 'open' } } })
    expect(event.history.at(-1)).toMatchObject({ code: 'deferred', why: { code: 'not_saved' } })
  })

  it('for more than a day holds the event, and a release does the rest', async () => {
    let isAway = true
    const world = createHurt((table) => isAway && table === 'state')
    const id = await world.accept('standard', returnRequested({}))
    const event = await world.finish(id, 400)
    expect(event).toMatchObject({ status: 'held', reason: { code: 'deferred_too_long' } })
    expect(world.now() - event.receivedAt).toBeGreaterThan(24 * hour)
    isAway = false
    expect(await world.goOn(id, released)).toMatchObject({ status: 'done' })
  })
})

describe('a bug', () => {
  it('uses up ten attempts over two days, and not in half an hour', async () => {
    const world = createWorld()
    const lock = () => Promise.reject(new TypeError('of a bug'))
    Object.assign(world.workflow, { records: { ...world.ports.records, lock } })
    const event = await world.deliver('standard', returnRequested({}))
    expect(event).toMatchObject({
      status: 'failed',
      reason: { code: 'attempts_used_up', attempts: 10, cause: { code: 'broken_off', error: 'TypeError' } },
    })
    expect(world.now() - event.receivedAt).toBeGreaterThan(45 * hour)
  })
})

describe('an events table that cannot be reached', () => {
  it('for half an hour from the end of a run costs no event its end', async () => {
    let backAt = 0
    const world: World = createHurt((table, operation) => {
      if (operation === 'save') backAt ||= world.now() + 30 * minute
      return table === 'events' && operation !== 'get' && backAt > 0 && world.now() < backAt
    })
    const ids = await accepted(world)
    await pass(world, ids, 31 * minute)
    for (const id of ids) expect((await world.get(id)).attempts).toBeLessThanOrEqual(2)
    await allAreDone(world, ids)
  })

  it('for saves, while claims go through, costs no event its end', async () => {
    let isAway = true
    const world = createHurt((table, operation) => isAway && table === 'events' && operation === 'save')
    const ids = await accepted(world)
    await pass(world, ids, 40 * minute)
    isAway = false
    await allAreDone(world, ids)
  })
})
