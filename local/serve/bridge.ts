import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../lib/config/config.ts'
import type { OperatorAnswer } from '../../lib/operator/operate.ts'
import { applyEnvironment } from '../environment.ts'
import { type LocalFunctions, loadFunctions } from '../functions.ts'
import { createHints } from '../hints.ts'
import { createInvoker } from '../lambda.ts'
import { listen } from '../listen.ts'
import { orCannotStart } from '../make-folder.ts'
import { ownConsole } from '../own-console.ts'
import { report } from '../report.ts'
import { type Running, writeRunFile } from '../run-file.ts'
import { minuteAt, scheduledEvent, startSchedule } from '../schedule.ts'
import type { Closers } from '../stack-options.ts'
import { createAccess } from './access.ts'
import { createHealth } from './health.ts'
import { createHeartbeat } from './heartbeat.ts'
import { consoleServer, webhookServer } from './listeners.ts'
import { openStore } from './open-store.ts'
import type { ServeOptions } from './options.ts'
import type { CheckPassword } from './password.ts'
import { newSecret } from './sessions.ts'

export type Bridge = {
  running: Running
  options: ServeOptions
  hasPassword: boolean
  isCopy: boolean
  /** Refuses new deliveries, lets runs end, and gives back what they have claimed. */
  stop(): Promise<void>
}

const hourMs = 3_600_000
/** How long a stop waits for runs. */
const endingMs = 7_000
const closingMs = 1_000

/** What the functions read (lib/environment.ts). */
const environment = {
  BACK_OFFICE_SECRET: 'back-office',
  SOURCES_SECRET: 'sources',
  DECIDE_SECRET: 'decide',
  SERVICE_NAME: 'backoffice-bridge',
  NOTIFICATIONS: 'print',
  METRICS: undefined,
}

/** Starts all parts of the bridge over a data directory. Throws `CannotStart`, and leaves nothing open then. */
export async function startBridge(
  options: ServeOptions,
  { config, password }: { config: Config; password: CheckPassword | undefined },
): Promise<Bridge> {
  const closers: Closers = []
  const close = async (): Promise<void> => {
    for (const closeOne of closers.splice(0).reverse()) await closeOne()
  }
  try {
    return await startParts(options, { config, password, closers, close })
  } catch (error) {
    await close()
    throw error
  }
}

type Parts = { config: Config; password: CheckPassword | undefined; closers: Closers; close: () => Promise<void> }

async function startParts(options: ServeOptions, { config, password, closers, close }: Parts): Promise<Bridge> {
  const hints = createHints({ work: (event) => invoke('worker', event), report })
  const store = openStore(options, { language: config.language, onReady: hints.add })
  closers.push(store.close)
  await store.endLeases()
  applyEnvironment(process.env, { ...environment, LOCAL_TIME_SCALE: String(options.timeScale) })
  const invoker = createInvoker({ now: Date.now, newId: randomUUID })
  const functions = await loadFunctions()
  const invoke = (name: keyof LocalFunctions, event: unknown) => invoker.invoke(functions[name], event)
  const health = createHealth({ isWriting: store.isWriting, now: () => performance.now() })
  const scheduled = scheduledFunctions(invoke, { health, heartbeatUrl: options.heartbeatUrl })

  const running: Running = { webhooks: '', console: '', key: newSecret(), pid: process.pid }
  let isStopping = false
  const all = {
    ...apiOf(invoke, { config, password, running, options }),
    ...{ scheduled, health: health.read, isStopping: () => isStopping, now: Date.now, newId: randomUUID, report },
  }
  const webhooks = await listen(webhookServer(all), options.port, { variable: '--port', host: options.host })
  closers.push(() => webhooks.close(closingMs))
  const at = { variable: '--console-port', host: options.consoleHost }
  const pages = await listen(consoleServer(all), options.consolePort, at)
  closers.push(() => pages.close(closingMs))
  Object.assign(running, { webhooks: webhooks.url, console: pages.url })
  closers.push(orCannotStart(options.data, () => writeRunFile(options.data, running)))
  for (const id of await store.ready()) hints.add(id)
  const schedules = [
    startSchedule({ everyMs: minuteAt(options.timeScale), run: scheduled.retry, now: Date.now, report }),
    startSchedule({ everyMs: 24 * hourMs, firstAfterMs: hourMs, run: scheduled.audit, now: Date.now, report }),
  ]
  const quiet = [hints, ...schedules]
  closers.push(...quiet.map((one) => one.stop))
  return {
    ...{ running, options, hasPassword: password !== undefined, isCopy: store.isCopy },
    async stop() {
      isStopping = true
      for (const one of quiet) one.stop()
      await Promise.race([invoker.settled(), sleep(endingMs, undefined, { ref: false })])
      await store.endLeases().catch((error: unknown) => report('Claims end with their leases', error))
      await close()
    },
  }
}

type Invoke = (name: keyof LocalFunctions, event: unknown) => Promise<unknown>
type Watching = { health: ReturnType<typeof createHealth>; heartbeatUrl: string | undefined }

/** As serverless.yml has them. A run of the minute's schedule that worked is what health and heartbeat are about. */
function scheduledFunctions(invoke: Invoke, { health, heartbeatUrl }: Watching) {
  const beat = heartbeatUrl === undefined ? undefined : createHeartbeat({ url: heartbeatUrl, fetch, report })
  return {
    async retry() {
      const result = await invoke('retry', scheduledEvent('retry', Date.now()))
      health.ran()
      if (health.read().reason === undefined) void beat?.()
      return result
    },
    audit: () => invoke('audit', scheduledEvent('audit', Date.now())),
  }
}

type Api = Pick<Parts, 'config' | 'password'> & { running: Running; options: ServeOptions }

function apiOf(invoke: Invoke, { config, password, running, options: { secrets, consoleHost } }: Api) {
  const consoleUrl = password && config.consoleUrl
  const { language } = config
  const operator = (command: unknown) => invoke('operator', command)
  return {
    webhooks: {
      shops: (event: unknown) => invoke('shopWebhook', event),
      forms: (event: unknown) => invoke('formWebhook', event),
      decide: (event: unknown) => invoke('decide', event),
    },
    ...{ operator, consoleUrl, consoleHost },
    access: createAccess({
      key: running.key,
      password,
      consoleUrl,
      consoleHost,
      language,
      now: () => performance.now(),
    }),
    console: ownConsole({
      ask: async (command) => (await operator(command)) as OperatorAnswer,
      url: () => running.webhooks,
      served: { config, secrets },
      report,
    }),
  }
}
