import type * as z from 'zod'
import { OutcomeUnknown, Rejected, RetryLater } from '../errors.ts'
import { failureTable, failureText, type Kind, type Verdict, verdictOf } from './http/answers.ts'
import { type BrokenOff, mostBytes, mostValues, parseAnswer } from './http/read-answer.ts'
import { limitMet } from './http/retry-at.ts'
import { serverWords } from './http/server-words.ts'
import { createTransport, type HttpRequest, type Outcome, type TransportDeps } from './http/transport.ts'
import { type Ask, urlOf } from './http/url-of.ts'
import type { Sent } from './http/without-echo.ts'
import { budgetOf } from './pace/budget.ts'
import { isOfService } from './pace/learning.ts'
import type { Pace } from './pace/pace.ts'
import { createSpending } from './pace/spending.ts'
import { type Routes, type RoutesOverride, routesWith } from './routes.ts'
import type { Session } from './session/session.ts'
import type { SkuPlace } from './session/store.ts'
import type { Token } from './session/token.ts'
import type { Listed, Run } from './types.ts'

/** Requests of one run. Throws as types.ts says (`BackOffice`); an answer that does not fit `schema` is no answer. */
export type Client = {
  routes: Routes
  read<T>(ask: Ask, schema: z.ZodType<T>): Promise<T>
  /** A read of a path that may be wrong. If the token has worked in this run, a 401 refuses the path (`Rejected`), not the session. */
  tryPath<T>(ask: Ask, schema: z.ZodType<T>): Promise<T>
  /** Throws `Rejected` with status 0 where the body does not fit `sends`, because the back office would reject it. */
  write<T>(ask: Ask & { body: unknown; sendBefore: number; sends: z.ZodType }, schema: z.ZodType<T>): Promise<T>
  /** Waits until a read that met a 429 may be repeated. False: the error is no 429, or this run has no time for it. */
  waitOut(error: unknown): Promise<boolean>
  /** Waits until the next write may go out at once; see `BackOffice.reserveWrites`. */
  reserveWrites(): Promise<void>
  isWriteReady(withinMs?: number): boolean
  /** Where SKUs are that no line carries; undefined: nothing is known of that. */
  skus(): Promise<SkuPlace | undefined>
  rememberSkus(skus: SkuPlace): Promise<void>
  /** The list as its read returns it; logs how many entries are unrelated, where any are. */
  listed<Entry>(route: string, list: Listed<Entry>): Listed<Entry>
}

export type ClientDeps = Omit<TransportDeps, 'onAnswer'> & {
  session: Session
  routes?: RoutesOverride | undefined
  /** Absent: nothing is paced. */
  pace?: Pace | undefined
  /** Absent: a list that meets a 429 in the middle ends there. */
  sleep?: (ms: number) => Promise<void>
}

/** `query`: that of the address, as data. */
type Request = HttpRequest & Pick<Sent, 'query'>

export function createClient(deps: ClientDeps, run: Run): Client {
  const { session, now, log, pace, sleep } = deps
  const transport = createTransport({ ...deps, onAnswer: pace?.observe })
  let accepted: Token['id'] | undefined
  let current: Token | undefined
  const spending = createSpending({ pace, run, now, hasNoSkus: () => current?.skus !== undefined })

  async function send(request: HttpRequest, token: Token): Promise<Outcome> {
    current = token
    await spending.spend(budgetOf(request.method), request.sendBefore)
    const headers = { authorization: `Bearer ${token.value}` }
    const outcome = await transport.send({ ...request, url: token.baseUrl + request.url, headers }, run)
    // Only a request with a valid token gets such an answer; a 403 says nothing about the token.
    if ('answer' in outcome && isOfService(outcome.answer.status)) {
      accepted = token.id
      await session.worked(token)
    }
    return outcome
  }

  /** Repeats the request once: a 401 or 403 proves that nothing happened, and a new token may be all that is needed. */
  async function sendAuthorised(request: HttpRequest, isTrial: boolean): Promise<{ outcome: Outcome; token: Token }> {
    const token = await session.token(run)
    const outcome = await send(request, token)
    if (isAnswered(outcome, 403) && (await session.isOutdated(token))) {
      const newer = await session.token(run)
      return { outcome: newer.id === token.id ? outcome : await send(request, newer), token: newer }
    }
    if (!isAnswered(outcome, 401) || (isTrial && accepted === token.id)) return { outcome, token }
    await session.forget(token)
    const next = await session.token(run)
    const second = await send(request, next)
    if (isAnswered(second, 401)) await session.forget(next, { keepIfWorked: true })
    return { outcome: second, token: next }
  }

  async function call<T>(kind: Kind, request: Request, schema: z.ZodType<T>, isTrial = false): Promise<T> {
    const { outcome, token } = await sendAuthorised(request, isTrial)
    const name = `[${request.method}] ${request.url.split('?')[0]}`
    if ('failure' in outcome) {
      const { failure, cause } = outcome
      throw failed(failureTable[failure][kind], `${name} ${failureText(failure, cause)}`, cause)
    }
    const { answer } = outcome
    const { status, body, brokenOff } = answer
    const isOfPath = isTrial && status === 401 && accepted === token.id
    const verdict = isOfPath ? 'rejected' : verdictOf(status, kind)
    if (verdict === 'rejected' && kind === 'read' && isOfGateway(body))
      throw failed(failureTable.unusable.read, `${name} was answered ${status} without JSON, as by a gateway`)
    if (verdict === 'rejected') {
      const details = serverWords(body, { secret: token.value, sent: request })
      const why = details[0] ? `: ${details[0]}` : ''
      throw new Rejected(`${name} was refused with ${status}${why}`, { status, details })
    }
    if (verdict === 'deferral' && status === 401)
      throw new RetryLater(`${name} was refused twice with 401`, { code: 'not_ready' })
    if (verdict === 'deferral') {
      const budget = budgetOf(request.method)
      const { text, ...limit } = limitMet(answer, { now: now(), facts: pace?.facts(budget) ?? { budget } })
      throw new RetryLater(`${name} ${text}`, { code: 'not_ready', ...limit })
    }
    if (verdict !== 'value') throw failed(verdict, `${name} was answered with ${status}`)
    if (brokenOff) throw failed(failureTable.brokenOff[kind], `${name} ${brokenOffText(brokenOff, kind)}`)
    const parsed = schema.safeParse(parseAnswer(body))
    if (parsed.success) return parsed.data
    const where = parsed.error.issues[0]?.path.join('.') || 'its top'
    throw failed(failureTable.unusable[kind], `${name} ${failureTable.unusable.text} (${status}, at ${where})`)
  }

  const get = (ask: Ask): Request => ({ method: 'GET', route: ask.route, url: urlOf(ask), query: ask.query })

  return {
    routes: routesWith(deps.routes),
    read: async (ask, schema) => await call('read', get(ask), schema),
    tryPath: async (ask, schema) => await call('read', get(ask), schema, true),
    async write({ body, sendBefore, sends, ...ask }, schema) {
      const { error } = sends.safeParse(body)
      const details = error?.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`)
      if (details) throw new Rejected(`[POST] ${ask.route} was not sent: ${details[0]}`, { status: 0, details })
      return await call('write', { method: 'POST', route: ask.route, url: urlOf(ask), body, sendBefore }, schema)
    },
    async waitOut(error) {
      if (!sleep || !(error instanceof RetryLater) || error.code !== 'not_ready' || !error.atMs) return false
      const waitMs = error.atMs - now()
      if (!transport.fits(run, error.atMs) || waitMs > (run.patienceMs ?? waitMs)) return false
      await sleep(Math.max(0, waitMs))
      return true
    },
    async reserveWrites() {
      await session.token(run)
      await spending.reserve('writes')
    },
    isWriteReady: (withinMs) => spending.isReady('writes', withinMs),
    skus: async () => (await session.token(run)).skus,
    rememberSkus: async (skus) => await session.rememberSkus(await session.token(run), skus),
    listed(route, list) {
      const fields = { ...(run.event !== undefined && { event: run.event }), route, unrelated: list.unrelated }
      if (list.unrelated > 0) log.warn('a list has entries that were not asked for, or cannot be read', fields)
      return list
    },
  }
}

const isAnswered = (outcome: Outcome, status: number) => 'answer' in outcome && outcome.answer.status === status

function failed(verdict: Verdict, message: string, cause?: unknown): Error {
  if (verdict !== 'unknown') return new RetryLater(message, { cause })
  return new OutcomeUnknown(`${message}: it may have happened`, { cause })
}

const brokenOffText = (brokenOff: BrokenOff, kind: Kind) =>
  brokenOff === 'too_large'
    ? `was answered with more than ${mostBytes[kind]} bytes or ${mostValues} values, and its answer ${failureTable.brokenOff.text}`
    : `met other large answers, and its answer ${failureTable.brokenOff.text}`

/** Whether a gateway answered, with a page or a text. A refusal without any body can be the service's. */
const isOfGateway = (body: string) => body.trim() !== '' && parseAnswer(body) === undefined
