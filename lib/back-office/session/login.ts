import { failureText } from '../http/answers.ts'
import { NotSent } from '../http/not-sent.ts'
import { parseAnswer } from '../http/parse-answer.ts'
import { retryAt } from '../http/retry-at.ts'
import { isTooManySessions } from '../http/server-words.ts'
import type { Answer, Transport } from '../http/transport.ts'
import { loginAnswer } from '../resources/schemas.ts'
import { routes } from '../routes.ts'
import type { Run } from '../types.ts'
import type { Credentials } from './credentials.ts'

/** How a try ended, by what it means for the count of tries. `why` is for people and holds no words of the server. */
export type LoginOutcome =
  | { kind: 'token'; token: string; lifetimeMs: number }
  | { kind: 'refused'; status: number }
  | { kind: 'not-tried'; why: string; notBefore: number }
  | { kind: 'unknown'; why: string }

/** Specification, Login response: 24 hours. */
const defaultLifetimeMs = 86_400_000
const patienceMs = { limit: 60_000, broken: 5_000, least: 1_000 }

/** One POST /rest/login. Throws only what the transport throws before sending. */
export async function logIn(
  credentials: Credentials,
  options: { transport: Transport; now: () => number; run: Run; sendBefore: number },
): Promise<LoginOutcome> {
  const { transport, now, run, sendBefore } = options
  const { baseUrl, username, password } = credentials
  const outcome = await transport.send(
    { method: 'POST', route: routes.login, url: baseUrl + routes.login, body: { username, password }, sendBefore },
    run,
  )
  if ('answer' in outcome) return judge(outcome.answer, now())
  const why = failureText(outcome.failure, outcome.cause)
  if (outcome.cause instanceof NotSent) return { kind: 'not-tried', why, notBefore: now() + patienceMs.broken }
  return { kind: 'unknown', why: 'got no answer' }
}

function judge({ status, headers, body }: Answer, now: number): LoginOutcome {
  if (status === 401 || status === 403) return { kind: 'refused', status }
  if (status === 429) {
    const at = isTooManySessions(body) ? now + patienceMs.limit : (retryAt(headers, now) ?? now + patienceMs.limit)
    const why = isTooManySessions(body) ? 'met too many open sessions (429)' : 'met the rate limit (429)'
    return { kind: 'not-tried', why, notBefore: Math.max(at, now + patienceMs.least) }
  }
  if (status >= 500) return { kind: 'not-tried', why: `was answered ${status}`, notBefore: now + patienceMs.broken }
  const parsed = loginAnswer.safeParse(parseAnswer(body))
  const { token, tokenType = 'Bearer', lifetimeSeconds = 0 } = parsed.success ? parsed.data : {}
  if (status < 200 || status > 299 || token === undefined || !fitsHeader.test(token) || !isBearer.test(tokenType)) {
    return { kind: 'unknown', why: `was answered ${status} without a usable token` }
  }
  return { kind: 'token', token, lifetimeMs: lifetimeSeconds > 0 ? lifetimeSeconds * 1000 : defaultLifetimeMs }
}

const isBearer = /^bearer$/i

/** Anything else is no value of a header. */
const fitsHeader = /^[\x21-\x7e]{1,8192}$/
