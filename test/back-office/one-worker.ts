import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type BackOffice, type Call, createBackOffice } from '../../lib/back-office/back-office.ts'
import type { ConstantsOverride } from '../../lib/back-office/constants.ts'
import { createHttpsFetch } from '../../lib/back-office/http/https-fetch.ts'
import type { Fetch } from '../../lib/back-office/http/transport.ts'
import type { Pace } from '../../lib/back-office/pace/pace.ts'
import type { RoutesOverride } from '../../lib/back-office/routes.ts'
import type { Credentials } from '../../lib/back-office/session/credentials.ts'
import { createSession, type Session } from '../../lib/back-office/session/session.ts'
import type { SessionStore } from '../../lib/back-office/session/store.ts'
import { createMemorySession } from '../memory/memory-stores.ts'

export const demoUser = { username: 'api-bridge', password: 'demo-password', version: 'v1' }

export type WorkerOptions = {
  baseUrl: string
  /** One store is what workers share. */
  store?: SessionStore
  credentials?: Partial<Credentials>
  /** Read instead of `credentials`, so that a test can change the secret. */
  readCredentials?: (options: { fresh: boolean }) => Promise<Credentials>
  requestTimeoutMs?: number
  now?: () => number
  ownerId?: number
  constants?: ConstantsOverride
  routes?: RoutesOverride
  /** In place of real HTTP. */
  fetch?: Fetch
  /** Absent: every call goes out at once. */
  pace?: Pace
  /** How a list waits out a 429; absent: it ends there. */
  sleep?: (ms: number) => Promise<void>
  /** How long it waits before it looks again whether another's login has ended; default 5. */
  pollMs?: number
  /** How long the run lasts from any moment on; default a minute. */
  runMs?: number
}

type Logged = { message: string; fields: object }
export type Worker = {
  session: Session
  backOffice: BackOffice
  calls: Call[]
  /** Fields of what was logged as a warning. */
  warned: object[]
  /** What was logged as an error. */
  logged: Logged[]
  store: SessionStore
}

/** As lib/wire.ts has it. */
export const httpsFetch = createHttpsFetch({ connectTimeoutMs: 3_000, now: Date.now })

/** One process of the bridge, as far as it talks to the back office: real HTTP, real clock unless given. */
export function startWorker(options: WorkerOptions): Worker {
  const {
    store = createMemorySession(),
    now = Date.now,
    requestTimeoutMs = 2_000,
    ownerId,
    runMs = 60_000,
    pollMs = 5,
    constants = {},
  } = options
  const complete = { baseUrl: options.baseUrl, ...demoUser, ...options.credentials }
  const credentials = options.readCredentials ?? (async () => complete)
  const logged: Logged[] = []
  const warned: object[] = []
  const log = {
    error: (message: string, fields: object) => void logged.push({ message, fields }),
    warn: (_: string, fields: object) => void warned.push(fields),
  }
  const deps = { fetch: options.fetch ?? httpsFetch, now, log, requestTimeoutMs }
  const session = createSession({ ...deps, store, credentials, sleep: () => delay(pollMs), newId: randomUUID })
  const calls: Call[] = []
  const backOffice = createBackOffice({
    ...deps,
    session,
    ownerId,
    constants,
    routes: options.routes,
    ...(options.sleep && { sleep: options.sleep }),
    ...(options.pace && { pace: options.pace }),
  })({
    // A run that never ends: a test of its own looks at deadlines.
    get deadlineMs() {
      return now() + runMs
    },
    onCall: (call) => calls.push(call),
  })
  return { session, backOffice, calls, warned, logged, store }
}

export const routesOf = ({ calls }: Worker): string[] => calls.map(({ method, route }) => `${method} ${route}`)

/** The error of a promise that must fail. */
export async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('expected an error, got an answer')
}

export const soon = () => ({ sendBefore: Date.now() + 30_000 })
