import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { isLoopback } from '../lib/back-office/http/base-url.ts'
import type { OperatorAnswer } from '../lib/operator/operate.ts'
import { dueShards } from '../lib/tables/dynamodb/shards.ts'
import { timingAt } from '../lib/workflow/timing.ts'
import { createApi } from './api.ts'
import { checkFormat } from './check-format.ts'
import { startDynamoDb } from './dynamodb.ts'
import { endLeases } from './end-leases.ts'
import { applyEnvironment, functionEnvironment, type LocalSettings } from './environment.ts'
import { type LocalFunctions, loadFunctions } from './functions.ts'
import { createInvoker, type Invoker } from './lambda.ts'
import { listen } from './listen.ts'
import type { Access } from './operator-api.ts'
import { ownConsole } from './own-console.ts'
import { createReadyEvents } from './ready-events.ts'
import { writeRunFile } from './run-file.ts'
import type { LocalSandbox } from './sandbox.ts'
import { minuteAt, scheduledEvent, startSchedule } from './schedule.ts'
import { secretsFile, secretsInUse } from './secrets-file.ts'
import { startSecretsManager } from './secrets-manager.ts'
import { createAccess } from './serve/access.ts'
import { newSecret } from './serve/sessions.ts'
import type { Closers, StackOptions } from './stack-options.ts'
import { type Stream, startStream } from './stream.ts'
import { startSweep } from './sweep.ts'

const closingMs = 5_000
const pauseMs = 150

/** Two batches at a time: in one process more would only wait for each other. */
const streamShards = [0, 1].map((half) => dueShards.filter((_, shard) => shard % 2 === half))

export type Services = {
  /** Undefined where every program of this machine may call. */
  key: string | undefined
  /** The bridge: webhooks, `/operator`, `/tick`. */
  url: string
  /** Undefined if `BACKOFFICE_URL` names another back office. */
  sandboxUrl: string | undefined
  /** The data directory also holds tables of an older version, which this one does not read. */
  hasOlderData: boolean
}

/** Starts the parts of the stack over a data directory that this process has locked. Throws `CannotStart`. */
export async function startServices(
  { settings, env, report, language }: StackOptions & { language: 'en' | 'de' },
  closers: Closers,
): Promise<Services> {
  const { dataDir } = settings
  const dynamoDb = await startDynamoDb(dataDir && join(dataDir, 'dynamodb'))
  closers.push(() => dynamoDb.close(1_000))
  const sandbox = await startSandbox(settings)
  if (sandbox) closers.push(sandbox.close)
  const backOfficeUrl = settings.backOfficeUrl ?? sandbox?.url ?? ''
  const secretsManager = await startSecretsManager({
    file: secretsInUse,
    backOfficeUrl,
    // The sandbox knows no other user, and gets no real password.
    userFile: sandbox ? secretsFile : secretsInUse,
  })
  closers.push(() => secretsManager.close())
  const endpoints = { dynamoDb: dynamoDb.url, secretsManager: secretsManager.url }
  applyEnvironment(env, functionEnvironment(settings, endpoints, env))
  const client = new DynamoDBClient()
  closers.push(() => client.destroy())
  await checkFormat(client, dataDir)
  await endLeases(client, Date.now())
  closers.push(startSweep({ client, now: Date.now, report }).stop)

  const invoker = createInvoker({ now: Date.now, newId: randomUUID })
  closers.push(() => atMost(closingMs, invoker.settled()))
  const functions = await loadFunctions()
  const scheduled = scheduledFunctions({ functions, invoker })
  // With a real back office a program of another user must not decide.
  const key = isLoopback(backOfficeUrl) ? undefined : newSecret()
  const access = key === undefined ? undefined : createAccess({ key, language, now: () => performance.now() })
  const api = await listen(
    createServer({ functions, invoker, scheduled, access, sandboxUrl: sandbox?.url, report }),
    settings.port,
  )
  closers.push(() => api.close(closingMs))
  if (key !== undefined && dataDir !== undefined)
    closers.push(writeRunFile(dataDir, { webhooks: api.url, console: api.url, key, pid: process.pid }))
  if (settings.stream) {
    const { hintMs } = timingAt(settings.timeScale, 0)
    const readyEvents = createReadyEvents({ client, now: Date.now, hintMs })
    const stream = startHints(readyEvents, { functions, invoker, report })
    dynamoDb.onWrite(stream.notify)
    closers.push(() => atMost(closingMs, stream.stop()))
  }
  closers.push(...startSchedules(scheduled, { timeScale: settings.timeScale, report }))
  return { key, url: api.url, sandboxUrl: sandbox?.url, hasOlderData: dynamoDb.hasOlderTables }
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
  sandboxUrl,
  report,
}: Running & { scheduled: Scheduled; access: Access | undefined; sandboxUrl: string | undefined }) {
  const operator = (command: unknown) => invoker.invoke(functions.operator, command)
  return createApi({
    webhooks: {
      shops: (event) => invoker.invoke(functions.shopWebhook, event),
      forms: (event) => invoker.invoke(functions.formWebhook, event),
    },
    operator,
    console: ownConsole({ ask: async (command) => (await operator(command)) as OperatorAnswer, sandboxUrl, report }),
    ...{ scheduled, access },
    sandboxUrl,
    now: Date.now,
    newId: randomUUID,
    report,
  })
}

function startHints(
  readyEvents: ReturnType<typeof createReadyEvents>,
  { functions, invoker, report }: Running,
): Stream {
  return startStream({
    shards: streamShards,
    ...readyEvents,
    invoke: (event) => invoker.invoke(functions.worker, event),
    pauseMs,
    report,
  })
}
