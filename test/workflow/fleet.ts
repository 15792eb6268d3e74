import { createBackOffice } from '../../lib/back-office/back-office.ts'
import { constantsWith } from '../../lib/back-office/constants.ts'
import type { Limits } from '../../lib/back-office/pace/budget.ts'
import { createPace } from '../../lib/back-office/pace/pace.ts'
import { createSession } from '../../lib/back-office/session/session.ts'
import { defineConfig } from '../../lib/config/config.ts'
import { replayed } from '../../lib/inbox/operator-transitions.ts'
import type { Log } from '../../lib/log.ts'
import { createPauses } from '../../lib/state/pauses.ts'
import { processEvent } from '../../lib/workflow/process-event.ts'
import { timingAt } from '../../lib/workflow/timing.ts'
import { processDue } from '../../lib/workflow/wake/process-due.ts'
import type { Workflow } from '../../lib/workflow/workflow.ts'
import { putOrder } from '../../sandbox/put-order.ts'
import { createSandbox } from '../../sandbox/sandbox.ts'
import {
  createMemoryInbox,
  createMemoryLearnt,
  createMemoryPace,
  createMemoryPauses,
  createMemoryRecords,
  createMemorySession,
} from '../memory/memory-stores.ts'
import { createChance } from '../simulation/random.ts'
import { createTimeline } from '../simulation/timeline.ts'

const minute = 60_000
const base = 'http://127.0.0.1'
const functionTimeoutMs = 120_000
/** A stream batch, as in serverless.yml. */
const batch = 10
const pollMs = 200
export type Sent = { at: number; kind: 'read' | 'write'; status: number; path: string }

export type FleetOptions = {
  /** Of the back office. */
  limits: Limits
  configured?: Limits
  /** Instances of the worker; the schedule has two of its own, because its runs overlap. */
  workers: number
  /** One way to the back office, milliseconds: at least, at most. */
  latencyMs?: [number, number]
  /** How long the back office takes to answer what it has counted and done, milliseconds: at least, at most. */
  answerMs?: [number, number]
  hints?: boolean
  /** Whether an operator can pause it: each instance then looks every five seconds. */
  isPausable?: boolean
  /** Hears how long each run of a function took: a batch of the worker, or one of the schedule. */
  onRun?: (name: 'worker' | 'retry', ms: number) => void
}

/** Several instances of worker and schedule over the same tables and one sandbox with limits, on a virtual clock. */
export async function createFleet(options: FleetOptions) {
  const {
    limits,
    configured,
    workers,
    latencyMs = [40, 250],
    answerMs = [0, 0],
    hints = true,
    isPausable = false,
    onRun,
  } = options
  const chance = createChance(7)
  const timeline = createTimeline({ start: Date.parse('2026-03-02T09:00:00Z'), chance })
  const { now } = timeline
  const sleep = (ms: number) => new Promise<void>((resolve) => void timeline.after(Math.max(0, ms), resolve))
  let ids = 0
  const newId = () => `id-${++ids}`
  const sandbox = createSandbox({ seed: 'empty', now, sleep })
  const sent: Sent[] = []
  let operations = 0

  const fetchFrom: typeof fetch = async (input, init) => {
    await sleep(chance.between(...latencyMs))
    const response = await timeline.busy(sandbox.fetch(input, init))
    const kind = init?.method === 'GET' ? 'read' : 'write'
    sent.push({ at: now(), kind, status: response.status, path: new URL(String(input)).pathname })
    await sleep(chance.between(...latencyMs) + chance.between(...answerMs))
    return response
  }

  /** Every operation of a table takes its time, and counts. */
  function overNetwork<Port extends object>(port: Port): Port {
    return new Proxy(port, {
      get: (target, name) => {
        const operation = Reflect.get(target, name) as (...given: unknown[]) => Promise<unknown>
        return async (...given: unknown[]) => {
          operations += 1
          await sleep(chance.between(2, 12))
          return await operation(...given)
        }
      },
    })
  }

  const inbox = createMemoryInbox({ newId })
  const tables = {
    records: createMemoryRecords(),
    learnt: createMemoryLearnt(),
    session: createMemorySession(),
    pace: createMemoryPace(),
    pauses: createMemoryPauses(),
  }
  const form = { kind: 'formspree', on: ['comment'], requireEmail: false }
  const sources = { standard: { kind: 'standard' }, contact: form, other: form }
  const config = defineConfig({ sources, duplicateWindow: '1s' })
  const timing = timingAt(1, config.appearsWithin)
  const unheard = () => {}
  // Nothing here takes ten virtual seconds, and real ones would cut off what a busy machine has not come to yet.
  const never = () => new AbortController().signal

  const errors: string[] = []
  const warnings: string[] = []
  const log: Log = {
    info: unheard,
    warn: (message, fields) => void warnings.push(`${message} ${JSON.stringify(fields)}`),
    error: (message, fields) => void errors.push(`${message} ${JSON.stringify(fields)}`),
  }

  function createInstance(waits: number[]): Workflow {
    const wait = async (ms: number) => {
      waits.push(ms)
      await sleep(ms)
    }
    const pace = createPace({ store: overNetwork(tables.pace), limits: configured, now, sleep: wait, newId, log })
    const credentials = async () => ({ baseUrl: base, username: 'api-bridge', password: 'demo-password', version: '1' })
    const http = { fetch: fetchFrom, now, log, pace, abortAfter: never }
    const session = createSession({ ...http, store: overNetwork(tables.session), credentials, sleep: wait, newId })
    return {
      config,
      inbox: overNetwork(inbox),
      records: overNetwork(tables.records),
      learnt: overNetwork(tables.learnt),
      ...(isPausable && { pauses: createPauses({ store: overNetwork(tables.pauses), now, newId }) }),
      openBackOffice: createBackOffice({ ...http, session, ownerId: 77 }),
      pace,
      timing,
      constants: constantsWith(),
      reasons: {},
      now,
      sleep: wait,
      random: chance.next,
      newId,
      log,
    }
  }

  /** A person's view of it all, which takes no time. */
  const observer = (): Workflow => ({
    ...createInstance([]),
    inbox,
    pauses: createPauses({ store: tables.pauses, now, newId }),
    pace: createPace({ store: tables.pace, limits: configured, now, sleep, newId, log }),
  })

  /** Each wait of the code itself, milliseconds. */
  const waited = { workers: [] as number[], schedule: [] as number[] }
  const instances = Array.from({ length: workers }, () => createInstance(waited.workers))
  const schedules = [createInstance(waited.schedule), createInstance(waited.schedule)]
  const stream: string[] = []
  /** Instances that have found the stream empty. */
  const idle: (() => void)[] = []
  /** Until the first poll that finds something; those that would find nothing are left out. */
  async function filled(): Promise<void> {
    const since = now()
    await new Promise<void>((resolve) => void idle.push(resolve))
    await sleep(pollMs - ((now() - since) % pollMs))
  }

  /** Takes batches from the stream, one after another, as one shard does. */
  async function work(workflow: Workflow) {
    for (;;) {
      const ids = stream.splice(0, batch)
      if (ids.length === 0) {
        await filled()
        continue
      }
      const begun = now()
      await Promise.all(ids.map((id) => processEvent(workflow, id, now() + functionTimeoutMs)))
      onRun?.('worker', now() - begun)
    }
  }

  async function schedule() {
    for (let minutes = 0; ; minutes += 1) {
      await sleep(minute)
      const workflow = schedules[minutes % 2]
      if (!workflow) continue
      const begun = now()
      void processDue(workflow, begun + functionTimeoutMs).finally(() => onRun?.('retry', now() - begun))
    }
  }

  const control = async (path: string, body: unknown) => {
    const answer = await sandbox.fetch(`${base}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  }
  await control('/sandbox/limits', limits)

  const hint = (id: string) => {
    if (!hints) return
    stream.push(id)
    idle.shift()?.()
  }
  let orders = 0
  async function acceptFrom(source: string, name: string, content: (orderId: number) => object): Promise<string> {
    const orderId = 50_000 + ++orders
    putOrder(sandbox.world.store, anOrder(orderId), now())
    const id = `${source}/${name}`
    const delivery = { body: Buffer.from(JSON.stringify(content(orderId))), headers: {} }
    await inbox.accept({ id, source, delivery, now: now(), hintMs: timing.hintMs })
    hint(id)
    return id
  }

  /** An event that asks for a return of an order of its own. */
  const accept = (name: string) =>
    acceptFrom('standard', name, (id) => {
      const data = { order: { id }, lines: 'all' }
      return { type: 'return.requested', timestamp: new Date(now()).toISOString(), data }
    })

  /** A visitor's note about an order of its own. */
  const acceptNote = (name: string, source: 'contact' | 'other' = 'contact') =>
    acceptFrom(source, name, (id) => ({ form: 'f', submission: { order_number: `E-${id}`, note: name } }))

  /** As `event.replay` by filter does to an event that had ended. */
  async function startOver(id: string): Promise<void> {
    const event = await inbox.get(id)
    if (!event) throw new Error(`there is no event ${id}`)
    const failed = { ...event, status: 'failed' as const, writeId: newId() }
    await inbox.save(event, failed)
    const options = { now: now(), writeId: newId(), hintMs: timing.hintMs, lane: 'replay' as const }
    await inbox.save(failed, replayed(failed, options))
    hint(id)
  }

  const started = { is: false }
  /** Lets everything run for that long, or until all of these events are done. */
  async function run(ms: number, ids: readonly string[] = []): Promise<number> {
    if (!started.is) {
      started.is = true
      for (const instance of instances) void work(instance)
      void schedule()
    }
    const begun = now()
    let checkedAt = begun
    let over = false
    const isOver = () => over || now() - begun >= ms
    let open = [...ids]
    const look = async () => {
      for (let id = open[0]; id !== undefined && (await inbox.get(id))?.status === 'done'; id = open[0])
        open = open.slice(1)
      over = ids.length > 0 && open.length === 0
    }
    while (!isOver()) {
      checkedAt = now()
      // Where nobody has anything to do the clock would go on to the next minute.
      timeline.after(1_000, unheard)
      await timeline.run(() => isOver() || now() - checkedAt >= 1_000)
      if (now() === checkedAt) break
      await look()
    }
    return now() - begun
  }

  return {
    ...{ run, accept, acceptNote, startOver, inbox, tables, sent, errors, warnings, now, control, stream, waited },
    observer,
    operations: () => operations,
  }
}

const anOrder = (id: number) => ({
  id,
  typeId: 1,
  statusId: 7,
  plentyId: 1,
  referrerId: 9,
  properties: [{ typeId: 7, value: `E-${id}` }],
  addressRelations: [
    { typeId: 1, addressId: id },
    { typeId: 2, addressId: id },
  ],
  addresses: [{ id, options: [] }],
  orderItems: [
    { itemVariationId: 1101, quantity: 1, orderItemName: 'Mug', properties: [{ typeId: 98, value: 'MUG' }] },
  ],
})

/** Most requests of a kind in any window of a minute, refused ones too. */
export function fullestMinute(sent: readonly Sent[], kind: Sent['kind']): number {
  const times = sent.filter((one) => one.kind === kind).map(({ at }) => at)
  times.sort((a, b) => a - b)
  let from = 0
  return times.reduce((most, at, index) => {
    while ((times[from] ?? at) <= at - minute) from += 1
    return Math.max(most, index - from + 1)
  }, 0)
}
