import { describe, expect, it } from 'vitest'
import { createNotifier, type NotificationsItem } from '../../lib/notify/notifier.ts'
import type { Receiver } from '../../lib/notify/receivers.ts'
import type { Notice } from '../../lib/notify/words.ts'
import { createMemoryItem } from '../memory/memory-stores.ts'
import {
  createWorld,
  minute,
  returnRequested,
  type World,
  type WorldOptions,
  withdrawalDeclared,
} from '../workflow/world.ts'

const sources = { standard: { kind: 'standard' }, form: { kind: 'standard' } } as const

/** A world whose people are told; `isAway`: the receiver takes nothing. */
async function told({ others = {}, ...options }: WorldOptions & { others?: Record<string, Receiver> } = {}) {
  const world = createWorld({ config: { sources }, ...options })
  const store = createMemoryItem<NotificationsItem>()
  const notices: Notice[] = []
  const receiver = { isAway: false }
  const notifier = () =>
    createNotifier({
      workflow: world.workflow,
      login: () => world.session.status(),
      store,
      receivers: {
        webhook: async (notice) => {
          if (receiver.isAway) throw new TypeError('fetch failed at https://hooks.example.com/secret')
          notices.push(notice)
        },
        ...others,
      },
    })
  const own = notifier()
  await own.afterRun()
  expect(notices).toEqual([])
  const take = () => notices.splice(0)
  const runLater = async (ms = minute) => {
    await world.advance(ms)
    await own.afterRun()
    return take()
  }
  return { world, store, receiver, notifier, own, take, runLater }
}

const failOne = async (world: World, sku = 'NO-1') => {
  const { id } = await world.deliver('standard', returnRequested({ lines: [{ sku, quantity: 1 }] }))
  return id
}

describe('the notifier', () => {
  it('tells of a withdrawal with the next run, once, before anybody has worked on it', async () => {
    const { world, runLater } = await told()
    await world.advance(1_000)
    const id = await world.accept('form', withdrawalDeclared({}))
    // One that was received before it may still be missing from the list.
    expect(await runLater(9_999)).toEqual([])
    expect(await runLater(1)).toEqual([{ code: 'withdrawals', events: [id], more: 0 }])
    expect(await runLater()).toEqual([])
  })

  it('counts many withdrawals, and names twenty', async () => {
    const { world, runLater } = await told()
    await world.advance(1_000)
    for (let at = 0; at < 130; at += 1) await world.accept('form', withdrawalDeclared({}))
    const [notice] = await runLater()
    expect(notice).toMatchObject({ code: 'withdrawals', events: { length: 20 }, more: 110 })
    expect(await runLater()).toEqual([])
  })

  it('tells of a closed login once, and again once it has been open', async () => {
    const { world, runLater } = await told({ secret: () => ({ password: 'wrong', version: '1' }) })
    await world.begin('standard', returnRequested({}))
    expect(await runLater()).toEqual([{ code: 'login_closed', why: 'refused' }])
    expect(await runLater()).toEqual([])
    await world.session.reset()
    expect(await runLater()).toEqual([{ code: 'login_open' }])
    expect(await runLater()).toEqual([])
    await world.begin('standard', returnRequested({}))
    expect(await runLater()).toMatchObject([{ code: 'login_closed' }])
  })

  it('sums up every quarter of an hour what was held or has failed since, by reason, and says nothing where nothing has', async () => {
    const { world, runLater } = await told()
    await failOne(world)
    await failOne(world)
    await world.deliver('standard', returnRequested({ lines: [{ sku: 'MUG-BLUE', quantity: 90 }] }))
    expect(await runLater()).toEqual([])
    const about = { what: 'return', pieces: 90, name: 'Mug, blue', number: '6203001001' }
    expect(await runLater(15 * minute)).toEqual([
      {
        code: 'digest',
        stopped: [
          { reason: 'line_unknown', status: 'failed', count: 2, events: expect.any(Array) },
          {
            reason: 'too_many',
            status: 'held',
            count: 1,
            events: [{ id: expect.any(String), orderId: 10_001, about }],
          },
        ],
        more: false,
        paused: [],
      },
    ])
    expect(await runLater(15 * minute)).toEqual([])
    await failOne(world)
    expect(await runLater(15 * minute)).toMatchObject([{ stopped: [{ count: 1 }] }])
  })

  it('names the claim of a question that a link may answer, where links are configured', async () => {
    const notify = { email: 'shop@example.com', links: 'email' } as const
    const { world, runLater } = await told({ config: { sources, notify, publicUrl: 'https://hooks.example.com' } })
    await failOne(world)
    await world.deliver('standard', returnRequested({ lines: [{ sku: 'MUG-BLUE', quantity: 90 }] }))
    const events = (await runLater(16 * minute)).flatMap((one) => ('stopped' in one ? one.stopped : []))
    expect(events.map(({ reason, events: [one] }) => [reason, one?.epoch]).sort()).toEqual([
      ['line_unknown', undefined],
      ['too_many', 1],
    ])
  })

  it('sums up in the next digest what stopped at the end of one, once', async () => {
    const { world, runLater } = await told()
    await world.advance(15 * minute)
    const { updatedAt } = await world.get(await failOne(world))
    expect(await runLater(updatedAt + 10_000 - world.now())).toEqual([])
    expect(await runLater(15 * minute)).toMatchObject([{ stopped: [{ count: 1 }] }])
    expect(await runLater(15 * minute)).toEqual([])
  })

  it('says where a digest has not read all that stopped', async () => {
    const { world, runLater } = await told()
    const { inbox } = world.ports
    world.workflow.inbox = { ...inbox, list: (query) => inbox.list({ ...query, limit: 1 }) }
    await failOne(world)
    await failOne(world)
    expect(await runLater(16 * minute)).toMatchObject([{ code: 'digest', stopped: [{ count: 1 }], more: true }])
  })

  it('names what is paused in the digest', async () => {
    const { world, runLater } = await told()
    await world.workflow.pauses?.change(() => [{ source: 'form', since: world.now(), reason: 'Stocktaking' }])
    await failOne(world)
    expect(await runLater(16 * minute)).toMatchObject([{ code: 'digest', paused: ['form'] }])
  })

  it('has another function tell that the schedule has stopped, once, and the schedule that it runs again', async () => {
    const { world, notifier, take, runLater } = await told()
    const worker = notifier()
    const ranAt = world.now()
    await world.advance(9 * minute)
    await worker.watchSchedule()
    expect(take()).toEqual([])
    await world.advance(6 * minute)
    await worker.watchSchedule()
    await notifier().watchSchedule()
    expect(take()).toEqual([{ code: 'schedule_stopped', since: ranAt }])
    expect(await runLater()).toEqual([{ code: 'schedule_runs' }])
  })

  it('asks for the schedule every five minutes at most', async () => {
    const { world, own, store } = await told()
    let reads = 0
    const { read } = store
    store.read = async () => {
      reads += 1
      return await read()
    }
    for (let at = 0; at < 10; at += 1) {
      await own.watchSchedule()
      await world.advance(minute)
    }
    expect(reads).toBe(2)
  })

  it('tells again with the next run what a receiver did not take, and its words say no address', async () => {
    const { world, store, receiver, own, take, runLater } = await told()
    receiver.isAway = true
    const since = world.now()
    await own.tell({ code: 'audit_findings', count: 2 })
    expect(take()).toEqual([])
    expect(await runLater()).toEqual([])
    // Since it took none, not since it was tried last.
    expect(await store.read()).toMatchObject({ away: { webhook: since } })
    expect(world.logged.at(-1)).toMatchObject({
      message: 'notification not delivered',
      fields: { code: 'audit_findings', to: 'webhook', error: 'TypeError' },
    })
    expect(JSON.stringify(world.logged)).not.toContain('hooks.example.com')
    receiver.isAway = false
    expect(await runLater()).toEqual([{ code: 'audit_findings', count: 2 }])
    expect(await store.read()).not.toHaveProperty('away')
    expect(await runLater()).toEqual([])
  })

  it('tells once where two functions find the same at the same moment', async () => {
    const { world, notifier, take } = await told()
    await world.advance(1_000)
    await world.accept('form', withdrawalDeclared({}))
    await world.advance(minute)
    await Promise.all([notifier().afterRun(), notifier().afterRun(), notifier().afterRun()])
    expect(take()).toHaveLength(1)
  })

  it('tells of a stopped schedule again where the receiver was away', async () => {
    const { world, receiver, own, notifier, take } = await told()
    await world.advance(11 * minute)
    receiver.isAway = true
    await own.watchSchedule()
    receiver.isAway = false
    await world.advance(6 * minute)
    await notifier().watchSchedule()
    expect(take()).toMatchObject([{ code: 'schedule_stopped' }])
    await notifier().watchSchedule()
    expect(take()).toEqual([])
  })

  it('loses nothing that is told while another function stores what it has found', async () => {
    const { world, notifier, own, take, runLater } = await told()
    const several = Array.from({ length: 4 }, (_, at) => ({ code: 'audit_findings', count: at + 1 }) as const)
    await Promise.all([own.afterRun(), ...several.map((notice) => notifier().tell(notice))])
    await world.advance(3 * minute)
    const all = [...take(), ...(await runLater())]
    expect(all.filter(({ code }) => code === 'audit_findings')).toHaveLength(4)
  })

  it('keeps the newest where a receiver is away for long, and stops at the first that it does not take', async () => {
    const { world, receiver, own, take, runLater } = await told()
    receiver.isAway = true
    for (let count = 1; count <= 60; count += 1) {
      await world.advance(3 * minute)
      await own.tell({ code: 'audit_findings', count })
    }
    const warnings = world.logged.filter(({ message }) => message === 'notification not delivered')
    expect(warnings).toHaveLength(60)
    expect(take()).toEqual([])
    receiver.isAway = false
    const counts = (await runLater()).flatMap((notice) => (notice.code === 'audit_findings' ? notice.count : []))
    expect(counts).toEqual(Array.from({ length: 50 }, (_, at) => at + 11))
  })

  it('sends again what a function that ended in the middle has left', async () => {
    const { store, runLater } = await told()
    const item = await store.read()
    if (!item) throw new Error('nothing stored')
    const left: NotificationsItem = {
      ...item,
      writeId: 'x',
      pending: [{ id: 'a', notice: { code: 'schedule_runs' }, to: 'webhook' }],
      sendingUntil: item.ranAt + 2 * minute,
    }
    await store.replace(left, { previous: item })
    expect(await runLater()).toEqual([])
    expect(await runLater(2 * minute)).toEqual([{ code: 'schedule_runs' }])
  })

  it('tells each receiver once, however long another one is away', async () => {
    const mails: Notice[] = []
    const { world, receiver, own, take, runLater } = await told({
      others: { email: async (one) => void mails.push(one) },
    })
    receiver.isAway = true
    for (let count = 1; count <= 60; count += 1) {
      await own.tell({ code: 'audit_findings', count })
      await world.advance(minute)
    }
    expect(mails).toEqual(Array.from({ length: 60 }, (_, at) => ({ code: 'audit_findings', count: at + 1 })))
    receiver.isAway = false
    expect(take()).toEqual([])
    expect((await runLater()).filter(({ code }) => code === 'audit_findings')).toHaveLength(50)
    expect(mails).toHaveLength(60)
  })

  it('forgets what was meant for a receiver that is no longer configured', async () => {
    const { store, runLater } = await told()
    const item = await store.read()
    if (!item) throw new Error('nothing stored')
    const pending = [{ id: 'a', notice: { code: 'schedule_runs' }, to: 'email' }] as const
    await store.replace({ ...item, writeId: 'x', pending }, { previous: item })
    expect(await runLater()).toEqual([])
    expect(await store.read()).not.toHaveProperty('pending')
  })

  it('costs a quiet minute a read, a walk and a write, and each quarter of an hour two lists more', async () => {
    const world = createWorld({ config: { sources } })
    const asked: string[] = []
    const counted = <T extends object>(of: T): T =>
      new Proxy(of, {
        get: (target, name, receiver) => {
          const value: unknown = Reflect.get(target, name, receiver)
          if (typeof value !== 'function') return value
          return (...given: unknown[]) => {
            asked.push(String(name))
            return value.apply(target, given)
          }
        },
      })
    const notifier = createNotifier({
      workflow: { ...world.workflow, inbox: counted(world.workflow.inbox) },
      login: async () => ({ state: 'open' }),
      store: counted(createMemoryItem<NotificationsItem>()),
      receivers: { webhook: async () => expect.fail('nothing is to be told') },
    })
    await notifier.afterRun()
    for (let minutes = 1; minutes <= 30; minutes += 1) {
      asked.splice(0)
      await world.advance(minute)
      await notifier.afterRun()
      const lists = minutes % 16 === 0 ? ['list', 'list'] : []
      expect([minutes, asked]).toEqual([minutes, ['read', 'walk', ...lists, 'replace']])
    }
  })

  it('never stops the work: a table that is away is logged', async () => {
    const { world, store, own } = await told()
    store.read = async () => {
      throw new Error('away')
    }
    await expect(own.afterRun()).resolves.toBeUndefined()
    expect(world.logged.at(-1)).toMatchObject({ message: 'notifications could not be looked after' })
  })
})
