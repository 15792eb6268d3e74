import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isLoopback } from '../lib/back-office/http/base-url.ts'
import type { OperatorAnswer } from '../lib/operator/operate.ts'
import type { Database } from '../lib/tables/sqlite/database.ts'
import { useStore } from '../lib/tables/sqlite/stores.ts'
import { createApi } from './api.ts'
import { applyEnvironment, functionEnvironment, type LocalSettings } from './environment.ts'
import { type LocalFunctions, loadFunctions } from './functions.ts'
import { createHints } from './hints.ts'
import { createInvoker, type Invoker } from './lambda.ts'
import { type LocalServer, listen } from './listen.ts'
import type { Access } from './operator-api.ts'
import { ownConsole } from './own-console.ts'
import { endLeases, readyIn, startSweep } from './process-store.ts'
import { writeRunFile } from './run-file.ts'
import type { LocalSandbox } from './sandbox.ts'
import { minuteAt, scheduledEvent, startSchedule } from './schedule.ts'
import { secretValues } from './secret-values.ts'
import { secretsFile, secretsInUse } from './secrets-file.ts'
import { createAccess } from './serve/access.ts'
import { newSecret } from './serve/sessions.ts'
import type { Closers, StackOptions } from './stack-options.ts'

const closingMs = 5_000

export type Services = {
  /** Undefined where every program of this machine may call. */
  key: string | undefined
  /** The bridge: webhooks, `/operator`, `/tick`. */
  url: string
  /** Undefined if `BACKOFFICE_URL` names another back office. */
  sandboxUrl: string | undefined
}

type Options = StackOptions & { database: Database; language: 'en' | 'de' }

/** Starts the parts of the stack over the store of this process. Throws `CannotStart`. */
export async function startServices(
  { settings, env, report, database, language }: Options,
  closers: Closers,
): Promise<Services> {
  const { dataDir } = settings
  const sandbox = await startSandbox(settings)
  if (sandbox) closers.push(sandbox.close)
  // The sandbox knows no other user, and gets no real password.
  const userFile = sandbox ? secretsFile : secretsInUse
  const backOfficeUrl = settings.backOfficeUrl ?? sandbox?.url ?? ''
  const hints = createHints({ work: (event) => invoker.invoke(functions.worker, event), report })
  useStore({
    database,
    getSecretValue: secretValues({ file: secretsInUse, userFile, backOfficeUrl, dataDir }),
    ...(settings.stream && { onReady: hints.add }),
  })
  applyEnvironment(env, functionEnvironment(settings, env))
  await endLeases(database)
  closers.push(startSweep(database))

  const invoker = createInvoker({ now: Date.now, newId: randomUUID })
  closers.push(() => atMost(closingMs, invoker.settled()))
  const functions = await loadFunctions()
  const scheduled = scheduledFunctions({ functions, invoker })
  // With a real back office a program of another user must not decide.
  const key = isLoopback(backOfficeUrl) ? undefined : newSecret()
  const access = key === undefined ? undefined : createAccess({ key, language, now: () => performance.now() })
  const api: LocalServer = await listen(
    createServer({ functions, invoker, scheduled, access, url: () => api.url, sandboxUrl: sandbox?.url, report }),
    settings.port,
  )
  closers.push(() => api.close(closingMs))
  if (key !== undefined && dataDir !== undefined)
    closers.push(writeRunFile(dataDir, { webhooks: api.url, console: api.url, key, pid: process.pid }))
  closers.push(hints.stop)
  if (settings.stream) for (const id of await readyIn(database)) hints.add(id)
  closers.push(...startSchedules(scheduled, { timeScale: settings.timeScale, report }))
  return { key, url: api.url, sandboxUrl: sandbox?.url }
}

const atMost = (ms: number, ending: Promise<void>): Promise<void> =>
  Promise.race([ending, sleep(ms, undefined, { ref: false })])

/** Starts the sandbox, and loads it at all, only if no other back office is used. */
async function startSandbox(settings: LocalSettings): Promise<LocalSandbox | undefined> {
  if (settings.backOfficeUrl !== undefined) return undefined
  const { startLocalSandbox } = await import('./sandbox.ts')
  return await startLocalSandbox(settings)
}

type Running = { functions: LocalFunctions; invoker: Invoker; report: StackOptions['report'] }
type Scheduled = Record<'retry' | 'audit', () => Promise<unknown>>

function scheduledFunctions({ functions, invoker }: Pick<Running, 'functions' | 'invoker'>): Scheduled {
  const run = (name: keyof Scheduled) => () => invoker.invoke(functions[name], scheduledEvent(name, Date.now()))
  return { retry: run('retry'), audit: run('audit') }
}

const hourMs = 3_600_000

/**
 * The schedules of serverless.yml; only the minute follows the time scale. The audit also runs an hour after the start,
 * because few machines run for a whole day.
 */
function startSchedules(
  { retry, audit }: Scheduled,
  { timeScale, report }: { timeScale: number; report: StackOptions['report'] },
): (() => void)[] {
  const often = startSchedule({ everyMs: minuteAt(timeScale), run: retry, now: Date.now, report })
  const daily = startSchedule({
    everyMs: 24 * hourMs,
    firstAfterMs: hourMs,
    run: audit,
    now: Date.now,
    report,
  })
  return [often.stop, daily.stop]
}

function createServer({
  functions,
  invoker,
  scheduled,
  access,
  url,
  sandboxUrl,
  report,
}: Running & { scheduled: Scheduled; access: Access | undefined; url: () => string; sandboxUrl: string | undefined }) {
  const operator = (command: unknown) => invoker.invoke(functions.operator, command)
  return createApi({
    webhooks: {
      shops: (event) => invoker.invoke(functions.shopWebhook, event),
      forms: (event) => invoker.invoke(functions.formWebhook, event),
      decide: (event) => invoker.invoke(functions.decide, event),
    },
    operator,
    console: ownConsole({
      ask: async (command) => (await operator(command)) as OperatorAnswer,
      url,
      sandboxUrl,
      report,
    }),
    ...{ scheduled, access },
    sandboxUrl,
    now: Date.now,
    newId: randomUUID,
    report,
  })
}
