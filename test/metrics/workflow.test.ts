import { describe, expect, it } from 'vitest'
import { processDue } from '../../lib/workflow/wake/process-due.ts'
import {
  commentSubmitted,
  createWorld,
  minute,
  returnRequested,
  type WorldOptions,
  withdrawalDeclared,
} from '../workflow/world.ts'
import { recordMetrics } from './recording.ts'

const hour = 60 * minute

function createCounted(options: WorldOptions = {}) {
  const recorded = recordMetrics()
  const world = createWorld({ ...options, metrics: recorded.metrics })
  const runDue = async (pace: object = {}) => {
    const workflow = { ...world.workflow, pace: { waitToStart: async () => true, ...pace } }
    return await processDue(workflow, world.now() + 120_000)
  }
  return { world, ...recorded, runDue }
}

const only = (values: Record<string, number>, pattern: RegExp) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => pattern.test(name)))

describe('the work on an event', () => {
  it('counts what is done, with each call by its route and the login', async () => {
    const { world, written } = createCounted()
    await world.deliver('standard', returnRequested({}))
    const values = written()
    expect(values).toMatchObject({ EventsDone: 1, Logins: 1 })
    const routes = only(values, /^BackOfficeCalls ./)
    expect(routes).toMatchObject({
      'BackOfficeCalls POST /rest/login': 1,
      'BackOfficeCalls GET /rest/orders/{orderId}': expect.any(Number),
      'BackOfficeCalls POST /rest/orders': 1,
      'BackOfficeCalls POST /rest/comments': 1,
    })
    expect(values.BackOfficeCalls).toBe(Object.values(routes).reduce((sum, count) => sum + count, 0))
    expect(values.BackOfficeCalls).toBe((await world.calls()).total)
    expect(only(values, /Linked|Held|Failed|Deferred|Refused|RateLimited/)).toEqual({})
  })

  it('counts what is failed and held by the code of the reason, and logs the code', async () => {
    const { world, written } = createCounted()
    await world.deliver('standard', returnRequested({ lines: [{ sku: 'NOTHING', quantity: 1 }] }))
    await world.deliver('standard', returnRequested({ lines: [{ sku: 'MUG-BLUE', quantity: 90 }] }))
    expect(only(written(), /^Events/)).toEqual({
      EventsFailed: 1,
      'EventsFailed line_unknown': 1,
      EventsHeld: 1,
      'EventsHeld too_many': 1,
    })
    expect(world.logged.filter(({ message }) => message === 'event settled').map(({ fields }) => fields)).toMatchObject(
      [
        { status: 'failed', reason: 'line_unknown' },
        { status: 'held', reason: 'too_many' },
      ],
    )
  })

  it('counts a linked event as done and as linked', async () => {
    const sources = {
      standard: { kind: 'standard', withdrawals: 'return' },
      shop: { kind: 'standard', tells: 'refund' },
    } as const
    const { world, written } = createCounted({ config: { sources } })
    const lines = [{ sku: 'MUG-BLUE', quantity: 1 }]
    await world.deliver('standard', withdrawalDeclared({ lines }))
    expect(only(written(), /^Events/)).toEqual({ EventsDone: 1 })
    await world.deliver('shop', returnRequested({ lines }))
    expect(only(written(), /^Events/)).toEqual({ EventsDone: 1, EventsLinked: 1 })
  })

  it('counts deferrals by what they wait for', async () => {
    const { world, written } = createCounted({ secret: () => ({ password: 'wrong', version: '1' }) })
    await world.begin('standard', returnRequested({}))
    const counted = { EventsDeferred: 1, 'EventsDeferred login_closed': 1, Logins: 1, LoginsRefused: 1 }
    expect(written()).toMatchObject(counted)
    expect(world.logged).toContainEqual(
      expect.objectContaining({ message: 'login closed', fields: { why: 'refused', attempts: 1 } }),
    )
  })

  it('counts a refusal for too many calls, and says so', async () => {
    const { world, written } = createCounted()
    await world.fault({ method: 'GET', path: '/rest/orders/10001', kind: 'status', status: 429 })
    await world.begin('standard', returnRequested({}))
    expect(written()).toMatchObject({ RateLimited: 1 })
    expect(world.logged.map(({ message }) => message)).toContain('rate limited')
  })
})

describe('a run of the schedule', () => {
  it('says for how long the oldest due event has been due', async () => {
    const { world, written, runDue } = createCounted()
    await runDue()
    expect(written()).toEqual({ OldestDueSeconds: 0 })
    const { wakeAt = 0 } = await world.get(await world.accept('standard', commentSubmitted({})))
    await world.accept('standard', commentSubmitted({}))
    await world.advance(wakeAt - world.now() + 90_000)
    await runDue()
    expect(written()).toMatchObject({ OldestDueSeconds: 90, EventsDone: 2 })
  })

  it('says that due work is not done where it does none of it', async () => {
    const { world, runDue } = createCounted()
    const id = await world.accept('standard', commentSubmitted({}))
    const claim = async () => await world.workflow.inbox.claim(id, { now: world.now(), leaseMs: 30 * hour })
    await claim()
    const said = () => world.logged.filter(({ message }) => message === 'due work is not done').length
    await world.advance(59 * minute)
    await runDue()
    expect(said()).toBe(0)
    await world.advance(10 * minute)
    await runDue()
    expect(said()).toBe(1)
    // Other work is done: the one may only be waiting.
    await world.accept('standard', commentSubmitted({}))
    await world.advance(3 * minute)
    await runDue()
    expect(said()).toBe(1)
    await world.advance(12 * hour)
    await world.accept('standard', commentSubmitted({}))
    await world.advance(3 * minute)
    await runDue()
    expect(said()).toBe(2)
  })

  it('says when the queue ends and what others use of the limits, once it knows any', async () => {
    const { world, written, runDue } = createCounted()
    const known = {
      ...{ readsPerMinute: 80, writesPerMinute: 40 },
      ...{ paidAt: { reads: 0, writes: 0 }, day: { used: 0, endsAt: 0 } },
      queueEnd: { live: world.now() + 10 * minute, replay: 0 },
    }
    const windowOf = (own: number, total: number) => ({ current: { endsAt: world.now() - 1_000, own, total } })
    const counts = {
      ...{ minute: { at: 0, reads: 0, writes: 0 }, done: { last: 0, each: [] } },
      windows: { reads: windowOf(20, 40), writes: windowOf(10, 30) },
    }
    await runDue({ known: () => ({ ...known, counts }) })
    expect(written()).toMatchObject({ BacklogEndSeconds: 600, PaceUsedByOthers: 50 })
    await runDue({ known: () => known })
    expect(written()).not.toHaveProperty('PaceUsedByOthers')
    await runDue({ known: () => ({ ...known, readsPerMinute: undefined, writesPerMinute: undefined, counts }) })
    expect(only(written(), /Backlog|Pace/)).toEqual({})
  })

  it('says nothing of late work that it does', async () => {
    const { world, runDue } = createCounted()
    await world.accept('standard', commentSubmitted({}))
    await world.advance(5 * hour)
    await runDue()
    expect(world.logged.map(({ message }) => message)).not.toContain('due work is not done')
  })
})
