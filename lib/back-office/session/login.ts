import { maxSkewMs } from '../../clock.ts'
import { RetryLater } from '../../errors.ts'
import { invariant } from '../../invariant.ts'
import type { Log } from '../../log.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import type { Wait } from '../../reasons.ts'
import { failureText, NotSent } from '../http/answers.ts'
import { parseAnswer } from '../http/read-answer.ts'
import { limitMet } from '../http/retry-at.ts'
import type { Answer, Transport } from '../http/transport.ts'
import type { Pace } from '../pace/pace.ts'
import { patienceMs as pacePatienceMs } from '../pace/queue.ts'
import { lastMoment } from '../pace/slots.ts'
import { loginAnswer } from '../resources/schemas.ts'
import { statedRoutes } from '../routes.ts'
import type { Run } from '../types.ts'
import type { Credentials } from './credentials.ts'
import { refusedLogin } from './decide-login.ts'
import * as state from './login-state.ts'
import type { SessionItem, SharedItem } from './store.ts'
import { type NewToken, newToken } from './token.ts'

/** Time for the writes after the answer, before the next login can begin. */
const leaseMarginMs = 5_000
/** A login counts as a write (docs/back-office.md 3.1), and waits for its slot as long as a begun event. */
const aLogin = { class: 'begun', reads: 0, writes: 1 } as const
/** The lifetime of the specification (Login response): 24 hours. */
const defaultLifetimeMs = 86_400_000
const patienceMs = { limit: 60_000, broken: 5_000, least: 1_000 }

/** From its beginning to the end of its last request, the writes after it, and the difference of two clocks. */
const leaseMs = ({ requestTimeoutMs }: Pick<Transport, 'requestTimeoutMs'>, waitMs: number): number =>
  waitMs + leaseMarginMs + requestTimeoutMs + leaseMarginMs + maxSkewMs

/** No lease ends later than this after its beginning. */
export const longestLeaseMs = (transport: Pick<Transport, 'requestTimeoutMs'>): number =>
  leaseMs(transport, pacePatienceMs.queued)

type LoginDeps = {
  shared: SharedItem
  transport: Transport
  pace: Pace | undefined
  now: () => number
  newId: () => string
  log: Pick<Log, 'error'>
  metrics?: Pick<Metrics, 'count'> | undefined
}

/** `item`: as read when the login was allowed. */
type Attempt = { item: SessionItem; credentials: Credentials; run: Run }

/** Counts with the lease, then sends once. Throws `LoginClosed` or `RetryLater`; undefined: another was first. */
export async function logIn(deps: LoginDeps, { item, credentials, run }: Attempt): Promise<NewToken | undefined> {
  const { shared, transport, pace, now, newId, metrics } = deps
  const owner = newId()
  invariant(item.attempts < state.maxAttempts, 'too_many_login_attempts', { attempts: item.attempts })
  // Only the owner of the lease waits for the slot, not every worker without a token.
  const waitMs = (await pace?.isPaced(aLogin, 'writes', run)) ? pacePatienceMs.queued : 0
  const begunAt = now()
  const lastSendAt = begunAt + waitMs + leaseMarginMs
  const lease = { owner, until: begunAt + leaseMs(transport, waitMs) }
  if (!(await shared.replace(item, state.loginBegun(item, lease)))) return undefined

  let startedAt = now()
  const send = async () => {
    const slot = waitMs > 0 ? await pace?.reserve(aLogin, run) : undefined
    const slotEndsAt = slot ? lastMoment(slot.writes, 'writes') : Number.POSITIVE_INFINITY
    startedAt = now()
    const sendBefore = Math.min(startedAt + leaseMarginMs, lastSendAt, slotEndsAt)
    return requestToken(credentials, { transport, pace, now, run, sendBefore })
  }
  const outcome = await send().catch(async (error: unknown) => {
    // A clock that has jumped must not close the login: `notBefore` is no later time of it than the beginning.
    const notBefore = (error instanceof RetryLater && error.atMs) || begunAt
    await shared.update((current) => state.loginNotMade(current, { owner, notBefore }))
    throw error
  })
  metrics?.count('Logins')
  if (outcome.kind === 'refused') metrics?.count('LoginsRefused')
  if (outcome.kind !== 'token') return fail(outcome, { ...deps, owner, version: credentials.version })
  return newToken(outcome.token, { id: owner, credentials, issuedAt: startedAt, lifetimeMs: outcome.lifetimeMs })
}

type Failing = LoginDeps & { owner: string; version: string }

async function fail(outcome: NoToken, { shared, log, now, owner, version }: Failing): Promise<never> {
  const { notBefore, attempts } = await shared.update((current) => {
    if (outcome.kind === 'refused') return state.loginRefused(current, { owner, version })
    if (outcome.kind === 'unknown') return state.loginUnknown(current, { owner, now: now() })
    return state.loginNotMade(current, { owner, notBefore: outcome.notBefore })
  })
  const isUsedUp = outcome.kind === 'unknown' && attempts >= state.maxAttempts
  // Once: an alarm counts it (infra/alarms.ts), and each event that waits says the same.
  if (outcome.kind === 'refused' || isUsedUp) log.error('login closed', { why: outcome.kind, attempts })
  if (outcome.kind === 'refused') throw refusedLogin(version, outcome.status)
  const what = outcome.kind === 'not-made' ? ({ code: 'not_ready', why: outcome.limit } as const) : {}
  throw new RetryLater(`The login ${outcome.why}`, { atMs: notBefore, ...what })
}

/** How an attempt ended, by what it means for the count of attempts. `why` is for people and holds no words of the server. */
type LoginOutcome =
  | { kind: 'token'; token: string; lifetimeMs: number }
  | { kind: 'refused'; status: number }
  | { kind: 'not-made'; why: string; limit?: Wait; notBefore: number }
  | { kind: 'unknown'; why: string }

type NoToken = Exclude<LoginOutcome, { kind: 'token' }>
type Sending = Pick<LoginDeps, 'transport' | 'pace' | 'now'> & { run: Run; sendBefore: number }

/** One POST /rest/login. Throws only what the transport throws before sending. */
async function requestToken(credentials: Credentials, options: Sending): Promise<LoginOutcome> {
  const { baseUrl, username, password } = credentials
  const { transport, pace, now, run, sendBefore } = options
  const route = statedRoutes.login
  const request = { method: 'POST', route, url: baseUrl + route, body: { username, password }, sendBefore } as const
  const outcome = await transport.send(request, run)
  if ('answer' in outcome) return judge(outcome.answer, now(), pace)
  const why = failureText(outcome.failure, outcome.cause)
  if (outcome.cause instanceof NotSent) return { kind: 'not-made', why, notBefore: now() + patienceMs.broken }
  return { kind: 'unknown', why: 'got no answer' }
}

function judge(answer: Answer, now: number, pace: Pace | undefined): LoginOutcome {
  const { status, body } = answer
  if (status === 401 || status === 403) return { kind: 'refused', status }
  if (status === 429) {
    const facts = pace?.facts('writes') ?? { budget: 'writes' }
    const { text: why, why: limit, atMs = now + patienceMs.limit } = limitMet(answer, { now, facts })
    return { kind: 'not-made', why, limit, notBefore: Math.max(atMs, now + patienceMs.least) }
  }
  if (status >= 500) return { kind: 'not-made', why: `was answered ${status}`, notBefore: now + patienceMs.broken }
  const parsed = loginAnswer.safeParse(parseAnswer(body))
  const { token, tokenType = 'Bearer', lifetimeSeconds = 0 } = parsed.success ? parsed.data : {}
  if (status < 200 || status > 299 || token === undefined || !fitsHeader.test(token) || !isBearer.test(tokenType))
    return { kind: 'unknown', why: `was answered ${status} without a usable token` }
  return { kind: 'token', token, lifetimeMs: lifetimeSeconds > 0 ? lifetimeSeconds * 1000 : defaultLifetimeMs }
}

const isBearer = /^bearer$/i
const fitsHeader = /^[\x21-\x7e]{1,8192}$/
