import type { Clock } from '../../clock.ts'
import { RetryLater } from '../../errors.ts'
import { invariant } from '../../invariant.ts'
import { type Log, traceOf } from '../../log.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import type { Run } from '../types.ts'
import { type Failure, failureOf } from './answers.ts'
import { beforeSending, NotSent } from './not-sent.ts'
import { type AnswerReader, type BrokenOff, createAnswerReader, mostBytes } from './read-answer.ts'

/**
 * Sends one request, never twice, and follows no redirect. Rejects with `NotSent` where nothing of it has left; after any other error
 * it may have. `lib/wire.ts` hands over `https-fetch.ts`. The global `fetch` has the same shape, but never says that nothing was sent, and
 * repeats a POST by itself after a 421.
 */
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
  /** Aborts after that many milliseconds with a `TimeoutError`; default `AbortSignal.timeout`. */
  abortAfter?: (timeoutMs: number) => AbortSignal
  /** The one of the process; absent: it counts the answers of this transport alone. */
  readAnswer?: AnswerReader
  /** Gets every answer, before its caller, but not while the clock is in doubt. */
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

/** `brokenOff`: its body was not read to the end. Of a refusal's body the beginning is there, of any other nothing. */
export type Answer = { status: number; headers: Pick<Headers, 'get'>; body: string; brokenOff?: BrokenOff }
export type Outcome = { answer: Answer } | { failure: Exclude<Failure, 'unusable' | 'brokenOff'>; cause: unknown }

/** Sends one request once. Throws only `RetryLater` `not_ready`, where no time is left or the clock is in doubt: nothing was sent then. */
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

  /** What a cache has kept is as old as its `Date`. */
  function hear({ headers }: Answer, sentAt: number): void {
    if (headers.get('age') === null) clock?.heard('back_office', headers.get('date'), { sentAt, answeredAt: now() })
  }

  function countAnswer({ method, route }: HttpRequest, status: number | 'unknown'): void {
    metrics?.count('BackOfficeCalls', { route: `${method} ${route}` })
    if (status !== 429) return
    metrics?.count('RateLimited')
    log.warn('rate limited', { method, route })
  }

  async function send(request: HttpRequest, run: Run): Promise<Outcome> {
    const notSent = (why: string) =>
      new RetryLater(`[${request.method}] ${request.route} was not sent: ${why}`, { code: 'not_ready' })
    if (!fits(run)) throw notSent('too little time is left in this run')
    const isLimited = request.method === 'GET' || request.sendBefore !== undefined
    invariant(isLimited, 'sent_without_time_limit', { route: request.route })
    const startedAt = now()
    if (request.sendBefore !== undefined && startedAt >= request.sendBefore) {
      throw notSent('its time to be sent had passed, so it is planned again')
    }
    clock?.mustBeRight()
    const outcome = await exchange(request)
    if ('answer' in outcome) hear(outcome.answer, startedAt)
    const status = 'answer' in outcome ? outcome.answer.status : 'unknown'
    countAnswer(request, status)
    run.onCall?.({ method: request.method, route: request.route, status, durationMs: now() - startedAt })
    // What it says of times would be remembered by a wrong clock.
    const isTimed = clock?.isRight() ?? true
    if ('answer' in outcome && isTimed) await onAnswer?.(request.method, outcome.answer)
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

/** Of a refusal its beginning still shows whose it is, and what it says. */
function boundOf({ method }: HttpRequest, status: number): Parameters<AnswerReader>[1] {
  if (status < 200 || status > 299) return { most: mostBytes.refusal, keepsStart: true }
  return { most: method === 'GET' ? mostBytes.read : mostBytes.write, keepsStart: false }
}
