import type { SessionItem, SessionStore } from '../../lib/back-office/session-store.ts'
import { defineConfig } from '../../lib/config.ts'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import { createMemoryInbox } from '../../lib/inbox/memory-inbox.ts'
import { createMemoryOrders } from '../../lib/state/memory-orders.ts'
import { createMemoryPace } from '../../lib/state/memory-pace.ts'
import { createMemorySession } from '../../lib/state/memory-session.ts'
import { processDue } from '../../lib/workflow/process-due.ts'
import { timingAt } from '../../lib/workflow/timing.ts'
import { createSandbox } from '../../sandbox/sandbox.ts'
import { apiUser } from '../../sandbox/seed/api-user.ts'
import { createBridge, type Vault } from './bridge.ts'
import { findViolations } from './invariants.ts'
import type { Nature } from './machine.ts'
import { resetLogin, setRight, startPeople, type Town } from './people.ts'
import { createPlatform, type Platform } from './platform.ts'
import { createChance } from './random.ts'
import { writeScript } from './script.ts'
import { startSenders } from './senders.ts'
import { withStream } from './stream.ts'
import { createTimeline } from './timeline.ts'
import { createTruth, reasonsOf, type Truth } from './truth.ts'
import { createWeather, type FaultKind } from './weather.ts'

export type Result = {
  seed: number
  violations: string[]
  faults: ReadonlyMap<FaultKind, number>
  /** Events by how they ended, with the reason where there is one. */
  endings: Map<string, number>
  returns: number
  comments: number
  steps: number
  /** How long it took until everything was finished, virtual milliseconds. */
  tookMs: number
}

const minute = 60_000
const hour = 60 * minute
const start = Date.parse('2026-03-02T09:00:00Z')
/** The longest delay of the retry schedule and the longest deferral, one after the other. */
const patienceMs = 60 * hour
/** What the simulated back office keeps to, whatever the bridge believes (docs/reliability.md, Assumptions). */
const truthOfBackOffice = { settlingMs: minute, requestTimeoutMs: 10_000 }
const retryTimeoutMs = 120_000
const mostSteps = 400_000

/** One schedule from its seed: a while of bad weather, then fair weather until nothing is left to do, then the judgement. */
export async function runSchedule(seed: number, { tell }: { tell?: (line: string) => void } = {}): Promise<Result> {
  const chance = createChance(seed)
  const timeline = createTimeline({ start, chance: chance.fork() })
  const weather = createWeather(chance.fork())
  const say: Nature['tell'] = tell
    ? (actor, words) => tell(`${clockOf(timeline.now() - start)} ${actor}: ${words()}`)
    : () => {}
  const nature: Nature = { timeline, chance: chance.fork(), weather, tell: say }
  const script = writeScript(chance.fork(), weather)

  const newToken = counted('token')
  const sandbox = createSandbox({ seed: 'empty', now: timeline.now, sleep: async () => {}, newToken })
  if (weather.strikes('list clamped')) sandbox.world.options.itemsPerPageMax = chance.between(1, 3)
  const limits = weather.strikes('limits kept')
    ? { readsPerMinute: chance.between(8, 30), writesPerMinute: chance.between(3, 10) }
    : undefined
  if (limits) sandbox.world.limits = { ...limits }
  const vault = createVault()
  const config = defineConfig({
    sources: { form: { kind: 'standard' }, shop: { kind: 'shopify' } },
    reasons: reasonsOf(script.facts),
    backOffice: { ...(chance.hits(0.5) ? { ownerId: apiUser.id } : {}), ...(limits ? { limits } : {}) },
  })
  const session = observed(createMemorySession(), () => truth.onToken())
  const truth: Truth = createTruth({ facts: script.facts, sandbox, vault, session: session.current })
  if (limits) truth.limits = { read: limits.readsPerMinute, write: limits.writesPerMinute }
  const inbox = withStream(createMemoryInbox({ newId: counted('write') }), { nature, platform: () => platform })
  const tables = { inbox, orders: createMemoryOrders(), session: session.store, pace: createMemoryPace() }
  const timing = timingAt(1, config.appearsWithin)
  const onBug = (where: string, error: string) => truth.violations.push(`a bug flew in ${where}: ${error}`)
  const network = { sandbox, witness: truth, ...truthOfBackOffice }
  const platform: Platform = createPlatform(nature, (machine) =>
    createBridge(machine, { nature, config, timing, tables, vault, network, onBug }),
  )
  const events = async () => {
    const { events } = await inbox.list({ limit: 100 })
    return (await Promise.all(events.map(({ id }) => inbox.get(id)))).filter((event) => event !== undefined)
  }
  const town: Town = { nature, platform, sandbox, vault, truth, script, events }

  startPeople(town)
  const mail = startSenders(
    { nature, platform, vault },
    script.facts.flatMap(({ deliveries }) => deliveries),
  )
  let open: InboxEvent[] = []
  startSchedule({
    nature,
    platform,
    look: async () => (open = (await events()).filter(({ wakeAt }) => wakeAt !== undefined)),
  })

  await timeline.run(() => timeline.now() >= start + script.faultyMs)
  say('the weather', () => 'CLEARS')
  weather.clear()
  setRight(town)
  everyTenMinutes(town)
  const clearedAt = timeline.now()
  // The schedule looks at the table every half an hour at least.
  const isQuiet = () => timeline.now() > Math.max(clearedAt, mail.overSince() ?? Number.POSITIVE_INFINITY) + 31 * minute
  const isFinished = () => isQuiet() && open.length === 0 && platform.running() === 0
  await timeline.run(() => isFinished() || timeline.now() > clearedAt + patienceMs || timeline.steps() > mostSteps)

  const ended = await events()
  const faults = weather.counts()
  const judged = { script, truth, mail, events: ended, sandbox, orders: tables.orders, finished: isFinished(), faults }
  const violations = await findViolations(judged)
  return {
    seed,
    violations,
    faults,
    endings: countEndings(ended),
    returns: truth.returns.length,
    comments: truth.comments.length,
    steps: timeline.steps(),
    tookMs: timeline.now() - start,
  }
}

/** The schedule of the retry function: every minute, and in fair weather only when something is due. */
function startSchedule({
  nature,
  platform,
  look,
}: {
  nature: Nature
  platform: Platform
  look: () => Promise<InboxEvent[]>
}): void {
  const { timeline, weather } = nature
  const tick = () => {
    void platform.invoke('retry', retryTimeoutMs, ({ workflow }, deadlineMs) => processDue(workflow, deadlineMs))
    void timeline.busy(look()).then((open) => {
      const next = Math.min(...open.map(({ wakeAt = 0 }) => wakeAt), timeline.now() + 30 * minute)
      const idleMs = weather.isClear() ? Math.max(0, next - timeline.now()) : 0
      timeline.after(Math.max(1, Math.ceil(idleMs / minute)) * minute, tick)
    })
  }
  timeline.after(minute, tick)
}

function everyTenMinutes(town: Town): void {
  town.nature.timeline.after(10 * minute, () => {
    void resetLogin(town)
    everyTenMinutes(town)
  })
}

const createVault = (): Vault => ({
  backOffice: { baseUrl: 'http://127.0.0.1', username: apiUser.username, password: apiUser.password, version: '1' },
  sources: { form: ['whsec_ZGVtby1mb3Jt'], shop: ['demo-shop'] },
  versions: new Map([['1', apiUser.password]]),
})

/** The session item, with what it holds right now in sight. */
function observed(
  store: SessionStore,
  onToken: () => void,
): { store: SessionStore; current: () => SessionItem | undefined } {
  let current: SessionItem | undefined
  return {
    current: () => current,
    store: {
      read: store.read,
      async replace(next, options) {
        const replaced = await store.replace(next, options)
        if (!replaced) return false
        if (next.token && next.token.id !== current?.token?.id) onToken()
        current = next
        return true
      },
    },
  }
}

function counted(what: string): () => string {
  let count = 0
  return () => `${what}-${++count}`
}

function countEndings(events: readonly InboxEvent[]): Map<string, number> {
  const endings = new Map<string, number>()
  for (const { status, reason } of events) {
    const ending = reason && status !== 'done' ? `${status} ${reason.code}` : status
    endings.set(ending, (endings.get(ending) ?? 0) + 1)
  }
  return endings
}

const clockOf = (ms: number): string =>
  new Date(ms)
    .toISOString()
    .slice(8, 23)
    .replace(/^(\d\d)T/, (_, day) => `${Number(day) - 1}d `)
