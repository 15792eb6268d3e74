import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../lib/config/config.ts'
import type { OperatorAnswer } from '../../lib/operator/operate.ts'
import { type LocalFunctions, loadFunctions } from '../functions.ts'
import type { HttpApiResult } from '../http-api-event.ts'
import { createInvoker } from '../lambda.ts'
import { listen } from '../listen.ts'
import { ownConsole } from '../own-console.ts'
import { report } from '../report.ts'
import { type Running, writeRunFile } from '../run-file.ts'
import { scheduledEvent, startSchedule } from '../schedule.ts'
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
  /** Refuses new deliveries, lets runs end, and gives back what they have claimed. */
  stop(): Promise<void>
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** How long a stop waits for runs. */
const endingMs = 7_000
const closingMs = 1_000

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
  const store = await openStore(options, process.env)
  closers.push(store.close)
  await store.endLeases()
  const invoker = createInvoker({ now: Date.now, newId: randomUUID })
  const functions = await loadFunctions()
  const invoke = (name: keyof LocalFunctions, event: unknown) => invoker.invoke(functions[name], event)

  const health = createHealth(() => performance.now())
  const beat = options.heartbeatUrl && createHeartbeat({ url: options.heartbeatUrl, fetch, report })
  const scheduled = {
    async retry() {
      const result = await invoke('retry', scheduledEvent('retry', Date.now()))
      health.ran()
      if (beat) void beat()
      return result
    },
    audit: () => invoke('audit', scheduledEvent('audit', Date.now())),
  }

  let isStopping = false
  const running: Running = { webhooks: '', console: '', key: newSecret(), pid: process.pid }
  const consoleUrl = password && config.consoleUrl
  const operator = (command: unknown) => invoke('operator', command)
  const receive = (name: 'shopWebhook' | 'formWebhook') => async (event: unknown) => {
    const answer = (await invoke(name, event)) as HttpApiResult
    if (answer.statusCode === 503) health.wrote(false)
    return answer
  }
  const all = {
    webhooks: { shops: receive('shopWebhook'), forms: receive('formWebhook') },
    operator,
    scheduled,
    access: createAccess({
      key: running.key,
      password,
      consoleUrl,
      language: config.language,
      now: () => performance.now(),
    }),
    consoleUrl,
    console: ownConsole({
      ask: async (command) => (await operator(command)) as OperatorAnswer,
      served: { config, secrets: options.secrets, url: () => running.webhooks },
      report,
    }),
    health: health.read,
    isStopping: () => isStopping,
    ...{ now: Date.now, newId: randomUUID, report },
  }
  const [webhooks, pages] = [webhookServer(all), consoleServer(all)]
  const atWebhooks = await listen(webhooks, options.port, { variable: '--port', host: options.host })
  closers.push(() => atWebhooks.close(closingMs))
  const atPages = await listen(pages, options.consolePort, { variable: '--console-port', host: options.consoleHost })
  closers.push(() => atPages.close(closingMs))
  Object.assign(running, { webhooks: atWebhooks.url, console: atPages.url })
  closers.push(writeRunFile(options.data, running))
  closers.push(store.startHints((event) => invoke('worker', event)))
  const schedules = [
    startSchedule({ everyMs: minuteMs, run: scheduled.retry, now: Date.now, report }),
    startSchedule({ everyMs: 24 * hourMs, firstAfterMs: hourMs, run: scheduled.audit, now: Date.now, report }),
  ]
  closers.push(...schedules.map((one) => one.stop))
  return {
    ...{ running, options, hasPassword: password !== undefined },
    async stop() {
      isStopping = true
      for (const one of schedules) one.stop()
      await Promise.race([invoker.settled(), sleep(endingMs, undefined, { ref: false })])
      await store.endLeases()
      await close()
    },
  }
}
