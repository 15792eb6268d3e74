import type { Clock } from '../../clock.ts'
import { RetryLater } from '../../errors.ts'
import { invariant } from '../../invariant.ts'
import { type Log, traceOf } from '../../log.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import type { Run } from '../types.ts'
import { beforeSending, type Failure, failureOf, NotSent } from './answers.ts'
import { type AnswerReader, type BrokenOff, createAnswerReader, mostBytes } from './read-answer.ts'

/** Sends once, without redirects. Rejects with `NotSent` where nothing has left; after any other error it may have. */
export type Fetch = (
  url: string,
  init: {
    method: string
    headers: Record<string, string>
    body?: Uint8Array<ArrayBuffer>
    redirect: 'manual'
    signal: AbortSignal
  },
) => Promise<{ status: number; headers: Answer['headers']; body: AsyncIterable<Uint8Array> | null }>

export type TransportDeps = {
  fetch: Fetch
  now: () => number
  /** Hears the `Date` of every answer, and lets nothing go out while `now` is in doubt. Absent: nobody doubts it. */
  clock?: Clock | undefined
  log: Pick<Log, 'error' | 'warn'>
  /** Absent: nobody counts. */
  metrics?: Pick<Metrics, 'count'> | undefined
  /** Default 10 seconds. */
  requestTimeoutMs?: number
  /** Default `AbortSignal.timeout`. */
  abortAfter?: (timeoutMs: number) => AbortSignal
  /** The reader of the process; absent: one for this transport alone. */
  readAnswer?: AnswerReader
  /** Gets every answer before the caller does, except while the clock is in doubt. */
  onAnswer?: ((method: HttpRequest['method'], answer: Answer) => Promise<void>) | undefined
}

export type HttpRequest = {
  method: 'GET' | 'POST'
  /** For messages and metrics. */
  route: string
  url: string
  headers?: Record<string, string>
  body?: unknown
  /** Not sent at or after this time, epoch ms. */
  sendBefore?: number
}

/** `brokenOff`: the body was not read to its end: `body` is the beginning of a refusal, or empty. */
export type Answer = { status: number; headers: Pick<Headers, 'get'>; body: string; brokenOff?: BrokenOff }
export type Outcome = { answer: Answer } | { failure: Exclude<Failure, 'unusable' | 'brokenOff'>; cause: unknown }

/** Sends one request once. Throws only `RetryLater`, if no time is left or the clock is in doubt: nothing was sent. */
export type Transport = {
  send(request: HttpRequest, run: Run): Promise<Outcome>
  /** Whether a request begun now, or at `atMs`, ends before the deadline of the run, in any case. */
  fits(run: Run, atMs?: number): boolean
  requestTimeoutMs: number
}

/** Time for an aborted request to be torn down before the function may be frozen. */
const marginMs = 500

export function createTransport(deps: TransportDeps): Transport {
  const { fetch, now, clock, log, metrics, onAnswer } = deps
  const { requestTimeoutMs = 10_000, abortAfter = AbortSignal.timeout, readAnswer = createAnswerReader() } = deps
  const fits = (run: Run, atMs = now()) => atMs + requestTimeoutMs + marginMs <= run.deadlineMs

  async function exchange(request: HttpRequest): Promise<Outcome> {
    try {
      const { status, headers, body } = await fetch(request.url, {
        method: request.method,
        ...beforeSending(() => contentOf(request)),
        redirect: 'manual',
        signal: abortAfter(requestTimeoutMs),
      })
      const { text, ...read } = await readAnswer(body, boundOf(request, status))
      return { answer: { status, headers, body: text, ...read } }
    } catch (cause) {
      if (cause instanceof NotSent && cause.isBug) {
        const { method, route } = request
        log.error('a bug: the request was not sent', { method, route, ...traceOf(cause.cause) })
      }
      return { failure: failureOf(cause), cause }
    }
  }

  async function send(request: HttpRequest, run: Run): Promise<Outcome> {
    const { method, route } = request
    const notSent = (why: string) => new RetryLater(`[${method}] ${route} was not sent: ${why}`, { code: 'not_ready' })
    if (!fits(run)) throw notSent('too little time is left in this run')
    invariant(method === 'GET' || request.sendBefore !== undefined, 'sent_without_time_limit', { route })
    const startedAt = now()
    if (request.sendBefore !== undefined && startedAt >= request.sendBefore)
      throw notSent('its time to be sent had passed, so it is planned again')
    clock?.mustBeRight()
    const outcome = await exchange(request)
    const answer = 'answer' in outcome ? outcome.answer : undefined
    // An answer from a cache is as old as its `Date`.
    if (answer?.headers.get('age') === null)
      clock?.heard('back_office', answer.headers.get('date'), { sentAt: startedAt, answeredAt: now() })
    metrics?.count('BackOfficeCalls', { route: `${method} ${route}` })
    const status = answer?.status ?? 'unknown'
    if (status === 429) {
      metrics?.count('RateLimited')
      log.warn('rate limited', { method, route })
    }
    run.onCall?.({ method, route, status, durationMs: now() - startedAt })
    // A wrong clock would remember the times of the answer wrongly.
    if (answer && (clock?.isRight() ?? true)) await onAnswer?.(method, answer)
    return outcome
  }

  return { send, fits, requestTimeoutMs }
}

function contentOf({ headers, body }: HttpRequest): Pick<Parameters<Fetch>[1], 'headers' | 'body'> {
  const accept = 'application/json'
  if (body === undefined) return { headers: { accept, ...headers } }
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  const content = { 'content-type': 'application/json', 'content-length': String(bytes.length) }
  return { headers: { accept, ...content, ...headers }, body: bytes }
}

/** The beginning of a refusal still shows whose it is, and what it says. */
function boundOf({ method }: HttpRequest, status: number): Parameters<AnswerReader>[1] {
  if (status < 200 || status > 299) return { most: mostBytes.refusal, keepsStart: true }
  return { most: method === 'GET' ? mostBytes.read : mostBytes.write, keepsStart: false }
}
