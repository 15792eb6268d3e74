import { randomUUID } from 'node:crypto'
import { createBackOffice } from '../../lib/back-office/back-office.ts'
import { constantsWith } from '../../lib/back-office/constants.ts'
import type { ItemStore } from '../../lib/back-office/item-store.ts'
import type { Limits } from '../../lib/back-office/pace/budget.ts'
import { createPace } from '../../lib/back-office/pace/pace.ts'
import type { PaceStore } from '../../lib/back-office/pace/state.ts'
import { createSession } from '../../lib/back-office/session/session.ts'
import type { SessionStore } from '../../lib/back-office/session/store.ts'
import type { Clock } from '../../lib/clock.ts'
import { type Config, type ConfigInput, defineConfig } from '../../lib/config/config.ts'
import { constantsOf } from '../../lib/config/source-family.ts'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import type { Inbox } from '../../lib/inbox/inbox.ts'
import type { released } from '../../lib/inbox/operator-transitions.ts'
import type { Log } from '../../lib/log.ts'
import type { Metrics } from '../../lib/metrics/metrics.ts'
import type { Learnt } from '../../lib/state/learnt.ts'
import { createPauses, type PausesItem } from '../../lib/state/pauses.ts'
import type { ItemId, RecordStore, WriteRecord } from '../../lib/state/write-record.ts'
import { processEvent } from '../../lib/workflow/process-event.ts'
import { timingAt } from '../../lib/workflow/timing.ts'
import type { Workflow } from '../../lib/workflow/workflow.ts'
import { createSandbox } from '../../sandbox/sandbox.ts'
import {
  createMemoryAudit,
  createMemoryInbox,
  createMemoryLearnt,
  createMemoryPace,
  createMemoryPauses,
  createMemoryRecords,
  createMemorySession,
} from '../memory/memory-stores.ts'

export const minute = 60_000

/** When somebody may claim an event next; undefined: it is open no more. */
export const dueAt = ({ status, wakeAt, leaseUntil }: InboxEvent): number | undefined =>
  status === 'running' ? leaseUntil : wakeAt
const base = 'http://127.0.0.1'

const demoConfig: ConfigInput = {
  sources: {
    standard: { kind: 'standard' },
    strict: { kind: 'standard', requireEmail: true },
    shopify: { kind: 'shopify' },
  },
  reasons: { defective: '3' },
}

export type WorldOptions = {
  config?: ConfigInput
  fetch?: (real: typeof fetch) => typeof fetch
  seed?: 'demo' | 'empty'
  /** Whether orders name their returns. As in public examples they do not, unless told so: then the list alone shows them. */
  parentsListReturns?: boolean
  /** The secret as it is at any moment. */
  secret?: () => { password: string; version: string }
  /** Of the back office, as configured. */
  limits?: Limits
  /** Absent: nobody counts. */
  metrics?: Metrics
  /** In place of those in memory. */
  tables?: Partial<Pick<Ports, 'inbox' | 'records' | 'learnt' | 'sessionStore'>> & {
    pace?: PaceStore
    pauses?: ItemStore<PausesItem>
  }
}

/**
 * The whole workflow on memory tables, the real client and the sandbox, under one virtual clock: what a day brings passes
 * in milliseconds. `fetch` can be wrapped to see or hurt requests.
 */
export function createWorld(options: WorldOptions = {}) {
  let clock = Date.parse('2026-03-02T09:00:00Z')
  let ids = 0
  const now = () => clock
  const newId = () => `id-${++ids}`
  const sleep = async (ms: number) => {
    clock += ms
    // Whoever waits in a loop lets requests go on, as with a real timer.
    await new Promise((resolve) => setImmediate(resolve))
  }
  const sandbox = createSandbox({ seed: options.seed ?? 'demo', now, sleep })
  sandbox.world.options.parentsListReturns = options.parentsListReturns ?? false
  const fetch = options.fetch?.(sandbox.fetch) ?? sandbox.fetch
  const config: Config = defineConfig(options.config ?? demoConfig)
  const { secret = () => ({ password: 'demo-password', version: '1' }), tables = {} } = options
  const credentials = async () => ({ baseUrl: base, username: 'api-bridge', ...secret() })
  const memory = { inbox: createMemoryInbox({ newId }), records: createMemoryRecords() }
  const inbox = tables.inbox ?? memory.inbox
  const records = tables.records ?? memory.records
  const learnt = tables.learnt ?? createMemoryLearnt()
  const sessionStore = tables.sessionStore ?? createMemorySession()
  const paceStore = tables.pace ?? createMemoryPace()
  const { limits, metrics } = options
  const pausesStore = tables.pauses ?? createMemoryPauses()
  const newPauses = () => createPauses({ store: pausesStore, now, newId: randomUUID })
  const pace = createPace({ store: paceStore, limits, now, sleep, newId })
  const audits = createMemoryAudit()
  // Requests take no time of the virtual clock; a real one would cut off what a busy machine has not come to yet.
  const abortAfter = () => new AbortController().signal
  const logged: { level: string; message: string; fields: Record<string, unknown> }[] = []
  const logAt = (level: string) => (message: string, fields: Record<string, unknown>) =>
    void logged.push({ level, message, fields })
  const log: Log = { info: logAt('info'), warn: logAt('warn'), error: logAt('error') }
  const http = { fetch, now, log, metrics, pace, abortAfter }
  const session = createSession({ ...http, store: sessionStore, credentials, sleep, newId })
  const office = { ...config.backOffice, limits: undefined, constants: constantsOf(config) }
  const workflow: Workflow = {
    config,
    inbox,
    records,
    learnt,
    pauses: newPauses(),
    openBackOffice: createBackOffice({ ...http, ...office, session }),
    pace,
    timing: timingAt(1, config.appearsWithin),
    constants: constantsWith(constantsOf(config)),
    reasons: config.reasons,
    now,
    sleep,
    random: () => 0.5,
    newId,
    log,
    metrics,
  }
  /** Another process over the same tables and the same back office, with a memory and a session of its own. */
  const newProcess = ({ clock: ownClock, ...ports }: Partial<Ports> & { clock?: Clock } = {}): Workflow => {
    const time = ownClock ? { now: ownClock.now, clock: ownClock } : { now }
    const ownPace = createPace({ store: paceStore, limits, ...time, sleep, newId })
    const own = { ...http, ...time, sleep, newId, pace: ownPace }
    const through = { inbox, records, learnt, sessionStore, fetch, ...ports }
    const { sessionStore: store } = through
    const ownSession = createSession({ ...own, store, credentials, fetch: through.fetch })
    return {
      ...workflow,
      ...time,
      inbox: through.inbox,
      records: through.records,
      learnt: through.learnt,
      pauses: newPauses(),
      openBackOffice: createBackOffice({ ...own, ...office, session: ownSession, fetch: through.fetch }),
      pace: own.pace,
    }
  }
  const control = async <T>(path: string, init?: { method: string; body?: unknown }): Promise<T> => {
    const body =
      init?.body === undefined
        ? {}
        : { body: JSON.stringify(init.body), headers: { 'content-type': 'application/json' } }
    const response = await sandbox.fetch(`${base}${path}`, { method: init?.method ?? 'GET', ...body })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as T
  }
  /** Puts an order into the back office, as somebody there does. */
  const put = (order: object) => control<{ id: number }>('/sandbox/orders', { method: 'POST', body: order })
  const get = async (id: string): Promise<InboxEvent> => {
    const event = await workflow.inbox.get(id)
    if (!event) throw new Error(`there is no event ${id}`)
    return event
  }
  let count = 0
  const accept = async (source: string, body: unknown, headers: Record<string, string> = {}, key = `d${++count}`) => {
    const delivery = { body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), headers }
    const { hintMs } = workflow.timing
    await workflow.inbox.accept({ id: `${source}/${key}`, source, delivery, now: now(), hintMs })
    return `${source}/${key}`
  }
  const run = async (id: string) => ({ how: await processEvent(workflow, id, now() + 120_000), event: await get(id) })
  /** Runs an event of which no table takes what the run has done. */
  const runUnsaved = async (id: string) => {
    const save = () => Promise.reject(new Error('the table is gone'))
    const how = await processEvent({ ...workflow, inbox: { ...workflow.inbox, save } }, id, now() + 120_000)
    if (how !== 'broken off') throw new Error(`the run of ${id} is ${how}, not broken off`)
  }
  /** What an operator decides about an event. */
  const decide = async (id: string, transition: typeof released, note = 'as looked up') => {
    const event = await get(id)
    await workflow.inbox.save(event, transition(event, { now: now(), writeId: newId(), note }))
  }
  /** Runs an event whenever it is due until it is open no more. */
  const finish = async (id: string, atMost = 40): Promise<InboxEvent> => {
    for (let tries = 0; tries < atMost; tries += 1) {
      const { event } = await run(id)
      const next = dueAt(event)
      if (next === undefined) return event
      clock = Math.max(clock, next)
    }
    throw new Error(`event ${id} is still open after ${atMost} runs`)
  }
  type Given = Parameters<typeof accept>
  /** Accepts a delivery, and runs its event once. */
  const begin = async (...given: Given) => {
    const id = await accept(...given)
    return { id, ...(await run(id)) }
  }
  /** Accepts a delivery, and runs its event until it is open no more. */
  const deliver = async (...given: Given) => await finish(await accept(...given))
  /** Lets an event go on as an operator decides, until it is open no more. */
  const goOn = async (...decision: Parameters<typeof decide>) => {
    await decide(...decision)
    return await finish(decision[0])
  }
  // Read where they are stored: the demo world has 600 returns, and all of them as JSON take longer than most tests.
  const stored = () => sandbox.world.store
  const comments = () =>
    stored()
      .comments.list()
      .filter(({ text }) => text.includes('[bridge:'))
  const returnsOf = async (orderId: number) =>
    stored()
      .orders.childrenOf(orderId)
      .filter(({ typeId }) => typeId === 3)
  const commentsOf = async (orderId: number) => comments().filter((comment) => comment.referenceValue === orderId)
  const effects = () => ({
    returns: stored()
      .orders.list()
      .filter(({ typeId }) => typeId === 3).length,
    comments: comments().length,
  })
  const calls = async () => await control<{ total: number; byRoute: Record<string, number> }>('/sandbox/calls')
  const fault = (body: unknown) => control('/sandbox/faults', { method: 'POST', body })
  return {
    workflow,
    session,
    logged,
    control,
    put,
    get,
    accept,
    run,
    runUnsaved,
    decide,
    finish,
    begin,
    deliver,
    goOn,
    returnsOf,
    commentsOf,
    effects,
    calls,
    fault,
    now,
    advance: sleep,
    sandbox,
    audits,
    /** Deletes what the tables' time to live would delete by now. */
    expire: () => [...memory.inbox.expire(clock), ...memory.records.expire(clock)],
    newProcess,
    ports: { inbox, records, learnt, sessionStore, fetch } satisfies Ports,
  }
}

/** Everything through which a process reaches the world outside of it. */
export type Ports = {
  inbox: Inbox
  records: RecordStore
  learnt: Learnt
  sessionStore: SessionStore
  fetch: typeof fetch
}

export type World = ReturnType<typeof createWorld>

/** A world, and the event of one delivery to it. */
export async function worldWith(
  body: unknown,
  { source = 'standard', ...options }: WorldOptions & { source?: string } = {},
) {
  const world = createWorld(options)
  return { world, id: await world.accept(source, body) }
}

/** A return of one mug of demo order 10001, as somebody made it in the back office; the API user, unless `fields` say otherwise. */
export const putReturn = (world: World, fields: object = {}) =>
  world.put({
    ...{ typeId: 3, statusId: 9.01, ownerId: 77 },
    orderReferences: [{ referenceType: 'parent', referenceOrderId: 10_001 }],
    orderItems: [aReturnLine(30_001, 1101)],
    ...fields,
  })

/** A back office whose answers to reads of these paths are what `change` makes of them. */
export const answering =
  <Body>(path: RegExp, change: (body: Body, url: URL) => unknown): NonNullable<WorldOptions['fetch']> =>
  (real) =>
  async (input, init) => {
    const answer = await real(input, init)
    const url = new URL(String(input))
    if (init?.method !== 'GET' || !path.test(url.pathname)) return answer
    return Response.json(change((await answer.json()) as Body, url), { status: answer.status, headers: answer.headers })
  }

/** The service loses the address relations: the return comes out with status 1 (docs/back-office.md 5.3). */
export const losesAddresses: NonNullable<WorldOptions['fetch']> = (real) => async (input, init) => {
  if (init?.method !== 'POST' || !String(input).endsWith('/rest/orders')) return await real(input, init)
  const body = (await new Response(init.body).json()) as Record<string, unknown>
  return await real(input, { ...init, body: JSON.stringify({ ...body, addressRelations: undefined }) })
}

/** An order of the sandbox as somebody puts it, without its times. */
export function orderLike({ sandbox }: World, id: number) {
  const { createdAtMs: _, updatedAtMs: __, ...order } = sandbox.world.store.orders.get(id) ?? {}
  return order
}

/** Gives an order of the sandbox another status. */
export const restate = (world: World, id: number, statusId: number) =>
  world.put({ ...world.sandbox.world.store.orders.get(id), statusId })

/** A sales order of these lines that can be returned; id 88000. */
export const putSale = (world: World, orderItems: readonly object[], fields: object = {}) =>
  world.put({
    ...{ id: 88_000, typeId: 1, statusId: 7, plentyId: 1, locationId: 2, referrerId: 9, ownerId: 12 },
    ...{ orderItems, addresses: [{ id: 41 }] },
    addressRelations: [1, 2].map((typeId) => ({ typeId, addressId: 41 })),
    ...fields,
  })

/** Changes the write records of an item, as no run does. */
export async function putRecords(
  { ports: { records }, now }: World,
  id: ItemId,
  changes: Record<string, WriteRecord | undefined>,
) {
  const item = await records.lock(id, { lock: { event: 'x/1', epoch: 1, until: now() }, now: now() })
  if (item === 'busy') throw new Error(`${id} is locked`)
  await records.save(item, { changes, unlock: true, now: now() })
}

/** How a delivery ends: its reason, or else its status and order. */
export async function ended(world: World, source: string, body: unknown) {
  const { status, reason, orderId } = await world.deliver(source, body)
  return reason?.code ?? `${status} ${orderId}`
}

/** A line of such a return. */
export const aReturnLine = (referenceOrderItemId: number, itemVariationId: number, quantity = 1) => ({
  ...{ typeId: 1, itemVariationId, quantity },
  references: [{ referenceType: 'parent', referenceOrderItemId }],
})

/** A `return.requested` of the generic form. */
export const returnRequested = (data: Record<string, unknown>) => ({
  type: 'return.requested',
  timestamp: '2026-03-02T09:00:00Z',
  data: { order: { id: 10_001 }, lines: [{ sku: 'MUG-BLUE', quantity: 1 }], ...data },
})

export const commentSubmitted = (data: Record<string, unknown>) => ({
  type: 'comment.submitted',
  timestamp: '2026-03-02T09:00:00Z',
  data: { order: { id: 10_001 }, text: 'Please call me', ...data },
})

export const withdrawalDeclared = (data: Record<string, unknown>) => ({
  type: 'withdrawal.declared',
  timestamp: '2026-03-02T09:00:00Z',
  data: { order: { id: 10_001 }, declaredAt: '2026-03-02T08:58:00Z', ...data },
})

export const returnCancelled = (data: Record<string, unknown>) => ({
  type: 'return.cancelled',
  timestamp: '2026-03-02T09:00:00Z',
  data: { parcel: 'R1', ...data },
})
