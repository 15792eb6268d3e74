import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { alarms } from '../../infra/alarms.ts'
import { createPace } from '../../lib/back-office/pace/pace.ts'
import { createClock } from '../../lib/clock.ts'
import { InvariantBroken, logBroken } from '../../lib/invariant.ts'
import type { Log } from '../../lib/log.ts'
import { metricNames } from '../../lib/metrics/metrics.ts'
import { createNotifier, type NotificationsItem } from '../../lib/notify/notifier.ts'
import { processDue } from '../../lib/workflow/wake/process-due.ts'
import { createAudited, putReturn } from '../audit/audit-world.ts'
import { createMemoryItem, createMemoryPace } from '../memory/memory-stores.ts'
import { createHooks, secretFor } from '../sources/hooks.ts'
import { createWorld, minute, returnRequested, type World, type WorldOptions } from '../workflow/world.ts'

const now = () => Date.parse('2026-03-02T12:00:00Z')

/** The messages that a piece of the code logs. */
async function messagesOf(run: (log: Log) => unknown): Promise<string[]> {
  const messages: string[] = []
  const say = (message: string) => void messages.push(message)
  await run({ info: say, warn: say, error: say })
  return messages
}

/** A delivery without a valid proof, for a source of this name. */
async function refusedFor(source: string, headers: Record<string, string> = {}): Promise<string[]> {
  const hooks = createHooks({ secrets: { shopify: [secretFor('shopify')] } })
  const body = Buffer.from('{}')
  const { status } = await hooks.send('shops', { method: 'POST', path: `/shops/${source}`, query: '', headers, body })
  expect(status).toBe(401)
  return hooks.logged.map((line) => line.replace(/ \{.*$/, ''))
}

/** The lines of a world in which this happens. */
async function loggedIn(happens: (world: World) => Promise<unknown>, options: WorldOptions = {}) {
  const world = createWorld(options)
  await happens(world)
  return world.logged
}

const messagesIn = async (...given: Parameters<typeof loggedIn>) =>
  (await loggedIn(...given)).map(({ message }) => message)

/** For each message that an alarm counts: the code that logs it, at work. */
const loggedBy: Record<string, () => Promise<string[]>> = {
  'audit finding': async () => {
    const world = createAudited()
    putReturn(world)
    await world.audit()
    return world.logged.map(({ message }) => message)
  },
  'clock in doubt': () =>
    messagesOf((log) => {
      const clock = createClock({ wall: now, monotonic: () => 0, log })
      clock.heard('table', new Date(now() - 60_000).toUTCString(), { sentAt: now(), answeredAt: now() })
    }),
  'invariant broken': () => messagesOf((log) => logBroken(log, new InvariantBroken('end_with_open_write', {}))),
  'a form has had its share of a day': () =>
    messagesOf(async (log) => {
      const limits = { readsPerMinute: 10_000, writesPerMinute: 10_000, writesPerDay: 100 }
      const pace = createPace({
        ...{ store: createMemoryPace(), limits, now, sleep: async () => {}, newId: randomUUID, log },
      })
      const need = { class: 'form', reads: 0, writes: 1, form: 'contact' } as const
      const reserve = () => pace.reserve(need, { deadlineMs: now() + 100_000 })
      // A quarter of a day for one form.
      for (let writes = 0; writes < 25; writes += 1) await reserve()
      await expect(reserve()).rejects.toMatchObject({ why: { code: 'form_share_used_up' } })
    }),
  'webhook refused': () => refusedFor('shopify', { 'x-shopify-hmac-sha256': 'x' }),
  'due work is not done': () =>
    messagesIn(async (world) => {
      const id = await world.accept('standard', returnRequested({}))
      await world.workflow.inbox.claim(id, { now: world.now(), leaseMs: 200 * minute })
      await world.advance(100 * minute)
      await processDue(world.workflow, world.now() + 2 * minute)
    }),
  'login closed': () =>
    messagesIn(async (world) => await world.begin('standard', returnRequested({})), {
      secret: () => ({ password: 'wrong', version: '1' }),
    }),
  'notification not delivered': () =>
    messagesIn(async (world) => {
      const store = createMemoryItem<NotificationsItem>()
      const webhook = async () => Promise.reject(new TypeError('fetch failed'))
      const login = () => world.session.status()
      const notifier = createNotifier({ workflow: world.workflow, login, store, receivers: { webhook } })
      await notifier.tell({ code: 'schedule_runs' })
    }),
  'rate limited': () =>
    messagesIn(async (world) => {
      await world.fault({ method: 'GET', path: '/rest/orders/10001', kind: 'status', status: 429 })
      await world.begin('standard', returnRequested({}))
    }),
  'event settled': () => messagesIn(async (world) => await world.begin('standard', returnRequested({}))),
}

const counted = Object.values(alarms).flatMap(({ counts }) =>
  counts && 'message' in counts.lines ? [counts.lines.message] : [],
)

describe('the alarms', () => {
  it.each(counted)('count a line that the code logs: %s', async (message) => {
    expect(await loggedBy[message]?.()).toContain(message)
  })

  it('count an event that is held or failed by the status that its line has', async () => {
    const lines = await loggedIn(async (world) => {
      const ofLine = (sku: string, quantity: number) => ({ lines: [{ sku, quantity }] })
      for (const data of [ofLine('NONE', 1), ofLine('MUG-BLUE', 90), {}])
        await world.deliver('standard', returnRequested(data))
    })
    const settled = lines.filter(({ message }) => message === 'event settled').map(({ fields }) => fields.status)
    expect(settled).toEqual(['failed', 'held', 'done'])
    expect(alarms.EventsStoppedAlarm?.counts?.lines).toEqual({ message: 'event settled', status: ['held', 'failed'] })
  })

  it('count a login that is used up, too: three without an answer', async () => {
    const lines = await loggedIn(async (world) => {
      const id = await world.accept('standard', returnRequested({}))
      for (let logins = 0; logins < 3; logins += 1) {
        await world.fault({ method: 'POST', path: '/rest/login', kind: 'drop-after' })
        await world.run(id)
        await world.advance(10 * minute)
      }
    })
    const closed = lines.filter(({ message }) => message === 'login closed')
    expect(closed.map(({ fields }) => fields)).toEqual([{ why: 'unknown', attempts: 3 }])
  })

  it('read no metric of their own but those that their filters make, and these are none that the code emits', () => {
    const own = Object.values(alarms).filter(({ of }) => of === 'own')
    expect(own.filter(({ metric, counts }) => !counts && !(metric in metricNames))).toEqual([])
    expect(own.filter(({ metric, counts }) => counts && metric in metricNames)).toEqual([])
    const made = own.map(({ metric }) => metric)
    expect(made).toEqual([...new Set(made)])
  })

  it.each([
    ['shopify', 'shopify-hmac-sha256'],
    ['shopware', 'shopware-shop-signature'],
    ['shopware', 'shopware-app-signature'],
  ])('count what %s may have signed in %s', async (source, header) => {
    expect(await refusedFor(source, { [header]: 'x' })).toEqual(
      await refusedFor('shopify', { 'x-shopify-hmac-sha256': 'x' }),
    )
  })

  it('do not count what anybody can send to an address without a source', async () => {
    // Nor of a delivery that has nothing of the source's own sender.
    const logged = [...(await refusedFor('nobody')), ...(await refusedFor('shopify'))]
    expect(logged).toHaveLength(2)
    expect(counted.filter((message) => logged.includes(message))).toEqual([])
  })

  it('say in full sentences what has happened', () => {
    for (const { says } of Object.values(alarms)) expect(says).toMatch(/^[A-Z].*\.$/)
  })
})
