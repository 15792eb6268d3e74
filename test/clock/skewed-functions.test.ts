import { describe, expect, it } from 'vitest'
import { createTransport } from '../../lib/back-office/http/transport.ts'
import { logIn } from '../../lib/back-office/session/login.ts'
import type { SessionItem } from '../../lib/back-office/session/store.ts'
import { createClock, maxSkewMs } from '../../lib/clock.ts'
import { ClockInDoubt } from '../../lib/errors.ts'
import { processEvent } from '../../lib/workflow/process-event.ts'
import type { Workflow } from '../../lib/workflow/workflow.ts'
import { createWorld, dueAt, minute, type Ports, returnRequested, type World } from '../workflow/world.ts'

const second = 1_000

/** Another function over the same tables and back office. Its clock can be set, and hears what the others say. */
function aFunction(world: World, { aheadMs = 0, officeAheadMs = 0, ports = {} as Partial<Ports> } = {}) {
  let ahead = aheadMs
  const clock = createClock({ wall: () => world.now() + ahead, monotonic: world.now, log: world.workflow.log })
  const dated = () => new Date(world.now()).toUTCString()
  /** Every operation of a table has the table's Date in its answer. */
  const heard = <T extends object>(target: T): T =>
    new Proxy(target, {
      get:
        (object, name) =>
        async (...given: unknown[]) => {
          const sentAt = clock.now()
          try {
            return await (Reflect.get(object, name) as (...given: unknown[]) => unknown).apply(object, given)
          } finally {
            clock.heard('table', dated(), { sentAt, answeredAt: clock.now() })
          }
        },
    })
  const all = { ...world.ports, ...ports }
  const sent: string[] = []
  const workflow: Workflow = world.newProcess({
    inbox: heard(all.inbox),
    records: heard(all.records),
    sessionStore: heard(all.sessionStore),
    fetch: async (input, init) => {
      sent.push(`${init?.method} ${new URL(String(input)).pathname}`)
      const response = await all.fetch(input, init)
      const headers = { date: new Date(world.now() + officeAheadMs).toUTCString() }
      return new Response(response.body, { status: response.status, headers })
    },
    clock,
  })
  const run = async (id: string) => {
    const how = await processEvent(workflow, id, clock.now() + 120_000)
    return { how, event: await world.get(id) }
  }
  return {
    workflow,
    sent,
    run,
    jump: (ms: number) => {
      ahead += ms
    },
  }
}

const inDoubt = { status: 'waiting', attempts: 0 }
const alarms = (world: World) =>
  world.logged.filter(({ level, message }) => level === 'error' && message === 'clock in doubt')

describe('a function whose clock is wrong', () => {
  it.each([10 * second, -10 * second, 30 * second, 90 * minute, -90 * minute])(
    'by %i ms sends nothing, parks its event at a time that is right, and calls a person',
    async (aheadMs) => {
      const world = createWorld()
      const id = await world.accept('standard', returnRequested({}))
      const wrong = aFunction(world, { aheadMs })
      const { event } = await wrong.run(id)
      expect(event).toMatchObject(inDoubt)
      expect(event.history.at(-1)).toMatchObject({ code: 'deferred', why: { code: 'clock_in_doubt' } })
      expect(event.deferredSince).toBeUndefined()
      expect(Math.abs((dueAt(event) ?? 0) - world.now() - 10 * second)).toBeLessThan(3 * second)
      expect(wrong.sent).toEqual([])
      expect(alarms(world)).toMatchObject([{ fields: { code: 'clock_in_doubt', witness: 'table' } }])
      // It does not claim it again.
      await world.advance(10 * minute)
      expect((await wrong.run(id)).how).toBe('not tried')
      expect(await world.finish(id)).toMatchObject({ status: 'done', attempts: 1 })
      expect(await world.returnsOf(10_001)).toHaveLength(1)
    },
  )

  it('goes on by itself when its clock is right again', async () => {
    const world = createWorld()
    const id = await world.accept('standard', returnRequested({}))
    const wrong = aFunction(world, { aheadMs: 20 * second })
    await wrong.run(id)
    await world.advance(minute)
    wrong.jump(-20 * second)
    expect((await wrong.run(id)).event).toMatchObject({ status: 'done' })
  })

  /** A return whose answer is lost, and which the back office carries out half a minute later. */
  async function lateReturn(world: World, aheadMs: number) {
    const held: (() => Promise<unknown>)[] = []
    const fetch: typeof globalThis.fetch = async (input, init) => {
      if (init?.method !== 'POST' || !String(input).endsWith('/rest/orders') || held.length > 0)
        return await world.ports.fetch(input, init)
      const body = Buffer.from(await new Response(init.body).arrayBuffer())
      held.push(() => world.ports.fetch(input, { ...init, body }))
      throw new TypeError('the connection was cut')
    }
    const right = aFunction(world, { ports: { fetch } })
    const id = await world.accept('standard', returnRequested({}))
    await right.run(id)
    await world.advance(30 * second)
    const wrong = aFunction(world, { aheadMs })
    const { event } = await wrong.run(id)
    await held[0]?.()
    return { id, event, wrong }
  }

  it('by a minute and more leaves a write that is sent to the others: one return', async () => {
    const world = createWorld()
    const { id, event, wrong } = await lateReturn(world, 2 * minute)
    expect(event).toMatchObject(inDoubt)
    expect(wrong.sent).toEqual([])
    expect((await world.workflow.records.get('order#10001'))?.records[id]).toMatchObject({ state: 'sent' })
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
    expect(await world.returnsOf(10_001)).toHaveLength(1)
  })

  it('that jumps back after a write was recorded does not send it', async () => {
    const world = createWorld()
    const jumped: { jump?: (ms: number) => void } = {}
    const save: typeof world.ports.records.save = async (item, options) => {
      const saved = await world.ports.records.save(item, options)
      jumped.jump?.(-minute)
      jumped.jump = undefined
      return saved
    }
    const one = aFunction(world, { ports: { records: { ...world.ports.records, save } } })
    jumped.jump = one.jump
    const id = await world.accept('standard', returnRequested({}))
    expect((await one.run(id)).event).toMatchObject(inDoubt)
    expect(one.sent.filter((request) => request === 'POST /rest/orders')).toEqual([])
    expect((await world.workflow.records.get('order#10001'))?.records).toEqual({})
    expect(await world.finish(id)).toMatchObject({ status: 'done' })
  })
})

it('a function that was in doubt asks the table before it refuses a request', async () => {
  const world = createWorld()
  const one = aFunction(world)
  const read = () => one.workflow.openBackOffice({ deadlineMs: world.now() + 60_000 }).orders.read(10_001)
  expect(await read()).toMatchObject({ id: 10_001 })
  one.jump(minute)
  await one.workflow.inbox.get('none')
  await expect(read()).rejects.toThrow(ClockInDoubt)
  one.jump(-minute)
  expect(await read()).toMatchObject({ id: 10_001 })
})

describe('a back office whose clock is wrong', () => {
  it('stops nothing, because the table agrees with the function', async () => {
    const world = createWorld()
    const one = aFunction(world, { officeAheadMs: -20 * minute })
    const id = await world.accept('standard', returnRequested({}))
    expect((await one.run(id)).event).toMatchObject({ status: 'done' })
    expect(alarms(world)).toEqual([])
    expect(world.logged).toContainEqual(
      expect.objectContaining({ level: 'warn', message: "the back office's clock is wrong" }),
    )
  })
})

describe('times that a function with a wrong clock has stored', () => {
  it('call a person when the next function reads the history', async () => {
    const world = createWorld()
    const id = await world.accept('standard', returnRequested({}))
    const event = await world.get(id)
    const late = { code: 'released', at: world.now() + 60 * minute } as const
    await world.workflow.inbox.save(event, { ...event, history: [...event.history, late] })
    expect((await aFunction(world).run(id)).event).toMatchObject({ status: 'done' })
    expect(alarms(world)).toMatchObject([{ fields: { witness: 'stored_time' } }])
  })

  it('call a person when an item is locked for longer than any claim lasts', async () => {
    const world = createWorld()
    const lock = { event: 'standard/other', epoch: 1, until: world.now() + 60 * minute }
    await world.workflow.records.lock('order#10001', { lock, now: world.now() })
    const { event } = await aFunction(world).run(await world.accept('standard', returnRequested({})))
    expect(event.history.at(-1)).toMatchObject({ why: { code: 'busy' } })
    expect(alarms(world)).toMatchObject([{ fields: { witness: 'stored_time' } }])
  })

  it('say nothing where the lock is as long as it may be', async () => {
    const world = createWorld()
    const until = world.now() + world.workflow.timing.leaseMs + maxSkewMs
    const lock = { event: 'standard/other', epoch: 1, until }
    await world.workflow.records.lock('order#10001', { lock, now: world.now() })
    await aFunction(world).run(await world.accept('standard', returnRequested({})))
    expect(alarms(world)).toEqual([])
  })
})

it.each([
  ['that jumps while a request is on its way remembers no times of its answer', 60 * minute, 0],
  ['that is right remembers them', 0, 1],
])('a clock %s', async (_title, jumpMs, remembered) => {
  let wall = 0
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const clock = createClock({ wall: () => wall, monotonic: () => 0, log })
  const answers: unknown[] = []
  const transport = createTransport({
    fetch: async () => {
      wall += jumpMs
      return new Response('{}')
    },
    ...{ now: clock.now, clock, log },
    onAnswer: async (_method, answer) => void answers.push(answer),
  })
  const request = { method: 'GET', route: '/rest/orders', url: 'http://127.0.0.1/rest/orders' } as const
  expect(await transport.send(request, { deadlineMs: 60_000 })).toMatchObject({ answer: { status: 200 } })
  expect(answers).toHaveLength(remembered)
})

it('a clock that jumps while a login waits for its slot closes the login for nobody', async () => {
  let now = 1_000
  let stored: SessionItem = { writeId: 'w', attempts: 0, refused: [] }
  const reserve = async () => {
    now += 60 * minute
    throw new ClockInDoubt(60 * minute)
  }
  const deps = {
    shared: {
      read: async () => stored,
      replace: async (_item: SessionItem, next: SessionItem) => {
        stored = next
        return true
      },
      update: async (change: (item: SessionItem) => SessionItem | undefined) => {
        stored = change(stored) ?? stored
        return stored
      },
    },
    pace: { isPaced: async () => true, reserve } as never,
    transport: { send: () => expect.fail('sent'), fits: () => true, requestTimeoutMs: 10_000 },
    ...{ now: () => now, newId: () => 'id', log: { error: () => {} } },
  }
  const credentials = { baseUrl: 'http://127.0.0.1', username: 'u', password: 'p', version: '1' }
  const asked = logIn(deps, { item: stored, credentials, run: { deadlineMs: 120_000 } })
  await expect(asked).rejects.toThrow(ClockInDoubt)
  expect(stored).toMatchObject({ attempts: 0 })
  expect(stored.notBefore ?? 0).toBeLessThanOrEqual(1_000)
})
