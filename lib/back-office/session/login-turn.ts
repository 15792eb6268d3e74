import { RetryLater } from '../../errors.ts'
import type { Transport } from '../http/transport.ts'
import { patienceMs } from '../pace/arithmetic.ts'
import { lastMoment } from '../pace/grant.ts'
import type { Pace } from '../pace/pace.ts'
import type { Run } from '../types.ts'
import type { Credentials } from './credentials.ts'
import { type LoginOutcome, logIn } from './login.ts'
import { refusedLogin } from './login-gate.ts'
import * as state from './login-state.ts'
import type { SessionWrites } from './session-writes.ts'
import type { SessionItem } from './store.ts'
import { type LiveToken, newToken } from './token.ts'

/** For the writes after the answer; the next login begins only then. */
const leaseMarginMs = 5_000
/** A login counts as a write (public facts, Rate limits); it waits for its call no longer than anything begun does. */
const aLogin = { class: 'begun', reads: 0, writes: 1 } as const

export type LoginTurn = (options: {
  /** As read when the gate was found open. */
  item: SessionItem
  credentials: Credentials
  run: Run
  /** Called before the token is stored, so that it survives a store that cannot be reached. */
  onToken: (token: LiveToken) => void
}) => Promise<LiveToken | 'somebody-faster'>

/**
 * One login under the lease. The write that takes the lease counts the try, then the one request goes out, then its outcome is
 * recorded. Throws `LoginClosed` for a refusal, `RetryLater` for everything else that is no token.
 */
export function createLoginTurn(deps: {
  writes: SessionWrites
  transport: Transport
  pace?: Pace | undefined
  now: () => number
  newId: () => string
}): LoginTurn {
  const { writes, transport, pace, now, newId } = deps

  return async ({ item, credentials, run, onToken }) => {
    const holder = newId()
    // Whoever has the lease waits for the call: one, not every worker without a token.
    const waitMs = (await pace?.isPaced(aLogin, 'writes', run)) ? patienceMs.queued : 0
    const lastSendAt = now() + waitMs + leaseMarginMs
    const lease = { holder, until: lastSendAt + transport.requestTimeoutMs + leaseMarginMs }
    if (!(await writes.tryMove(item, state.takeLogin(item, lease)))) return 'somebody-faster'

    let startedAt = now()
    const send = async () => {
      const turn = waitMs > 0 ? await pace?.reserve(aLogin, run) : undefined
      const turnEndsAt = turn ? lastMoment(turn.writes, 'writes') : Number.POSITIVE_INFINITY
      startedAt = now()
      const sendBefore = Math.min(startedAt + leaseMarginMs, lastSendAt, turnEndsAt)
      return logIn(credentials, { transport, now, run, sendBefore })
    }
    const outcome = await send().catch(async (error: unknown) => {
      const notBefore = (error instanceof RetryLater && error.atMs) || now()
      await writes.move((current) => state.loginNotTried(current, { holder, notBefore }))
      throw error
    })
    if (outcome.kind !== 'token') return fail(outcome, { holder, credentials })

    const { live, stored } = newToken(outcome.token, {
      id: holder,
      credentials,
      issuedAt: startedAt,
      lifetimeMs: outcome.lifetimeMs,
    })
    onToken(live)
    await writes.move((current) => state.loginSucceeded(current, { holder, token: stored }))
    return live
  }

  async function fail(
    outcome: Exclude<LoginOutcome, { kind: 'token' }>,
    { holder, credentials: { version } }: { holder: string; credentials: Credentials },
  ): Promise<never> {
    const item = await writes.move((current) => {
      if (outcome.kind === 'refused') return state.loginRefused(current, { holder, version })
      if (outcome.kind === 'unknown') return state.loginUnknown(current, { holder, now: now() })
      return state.loginNotTried(current, { holder, notBefore: outcome.notBefore })
    })
    if (outcome.kind === 'refused') throw refusedLogin(version, outcome.status)
    const atMs = item.notBefore === undefined ? {} : { atMs: item.notBefore }
    throw new RetryLater(`The login ${outcome.why}`, { ...atMs, deferral: outcome.kind === 'not-tried' })
  }
}
