import { LoginClosed } from '../../errors.ts'
import { createTransport, type TransportDeps } from '../http/transport.ts'
import type { Run } from '../types.ts'
import { completeCredentials, type ReadCredentials } from './credentials.ts'
import { pausedCalls } from './login-gate.ts'
import * as state from './login-state.ts'
import { describeLogin, type LoginStatus } from './login-state.ts'
import { createLoginTurn } from './login-turn.ts'
import { obtainToken, renewToken } from './obtain-token.ts'
import { createSessionWrites } from './session-writes.ts'
import type { SessionItem, SessionStore } from './store.ts'
import { isDueForRenewal, isUsable, type LiveToken, type Token } from './token.ts'

export type { LoginStatus } from './login-state.ts'
export type { Token } from './token.ts'

export type SessionDeps = TransportDeps & {
  store: SessionStore
  credentials: ReadCredentials
  sleep: (ms: number) => Promise<void>
  /** Unique for ever: names tokens and seals them. */
  newId: () => string
}

/**
 * One login a day over all workers, and never so many that the API user is locked: memory, then the state table, then a login under
 * a lease. Everything throws what the store throws; `token` also `LoginClosed` (a person must act) and `RetryLater`.
 */
export type Session = {
  token(run: Run): Promise<Token>
  /** Forgets exactly this token. Throws `RetryLater` where it never worked (all calls pause then), unless `keepIfWorked` kept it. */
  forget(token: Token, options?: { keepIfWorked: boolean }): Promise<void>
  /** The token was accepted. Never throws: it is called when a write has just succeeded. */
  worked(token: Token): Promise<void>
  /** The API user's id, as remembered for the account of the token. */
  user(token: Token): Promise<number | undefined>
  rememberUser(token: Token, id: number): Promise<void>
  status(): Promise<LoginStatus>
  /** A person's decision: opens a closed login for one more try. */
  reset(): Promise<LoginStatus>
}

/** While a renewal is due but another worker's, or has failed, the state table is asked this often. */
const renewalCheckMs = 30_000

type Memory = {
  live?: LiveToken
  /** One caller of this process goes for a token, the others wait for what comes out. */
  inFlight?: Promise<LiveToken>
  renewalCheckedAt?: number
  user?: SessionItem['user']
}

export function createSession(deps: SessionDeps): Session {
  const { now, newId } = deps
  const memory: Memory = {}
  const transport = createTransport(deps)
  const writes = createSessionWrites(deps.store, newId)
  const obtainDeps = {
    ...deps,
    writes,
    turn: createLoginTurn({ writes, transport, pace: deps.pace, now, newId }),
    fits: transport.fits,
    onToken: (token: LiveToken) => {
      memory.live = token
    },
    onItem: ({ user }: SessionItem) => {
      memory.user = user
    },
  }

  function once(work: () => Promise<LiveToken>): Promise<LiveToken> {
    memory.inFlight ??= work().finally(() => {
      memory.inFlight = undefined
    })
    return memory.inFlight
  }

  async function token(run: Run): Promise<Token> {
    const { live, renewalCheckedAt = Number.NEGATIVE_INFINITY } = memory
    if (!live || !isUsable(live, now())) return once(() => obtainToken(obtainDeps, run))
    const renewable = isDueForRenewal(live, now()) && now() - renewalCheckedAt >= renewalCheckMs
    if (!renewable || !transport.fits(run)) return live
    memory.renewalCheckedAt = now()
    return once(() => renewToken(obtainDeps, live, run))
  }

  async function forget(refused: Token, { keepIfWorked = false } = {}): Promise<void> {
    const known = memory.live?.id === refused.id && memory.live.worked
    let kept = false
    const item = await writes.move((current) => {
      const worked = known || current.token?.worked === true
      kept = keepIfWorked && worked && current.token?.id === refused.id
      return current.token?.id === refused.id && !kept ? state.tokenRefused(current, { now: now(), worked }) : undefined
    })
    if (memory.live?.id === refused.id && !kept) memory.live = undefined
    if (item.pausedUntil !== undefined && now() < item.pausedUntil) throw pausedCalls(item.pausedUntil)
  }

  async function worked({ id }: Token): Promise<void> {
    const { live } = memory
    if (live?.id !== id || live.worked) return
    live.worked = true
    try {
      await writes.move((item) =>
        item.token?.id === id && !item.token.worked ? state.tokenWorked(item, item.token) : undefined,
      )
    } catch {
      live.worked = false
    }
  }

  async function user({ account }: Token): Promise<number | undefined> {
    if (memory.user?.account !== account) memory.user = (await writes.read()).user
    return memory.user?.account === account ? memory.user.id : undefined
  }

  async function rememberUser({ account }: Token, id: number): Promise<void> {
    memory.user = { account, id }
    await writes.move((item) => ({ ...item, user: { account, id } }))
  }

  async function reset(): Promise<LoginStatus> {
    await writes.move(state.loginReset)
    return status()
  }

  async function status(): Promise<LoginStatus> {
    const item = await writes.read()
    return describeLogin(item, { now: now(), version: await configuredVersion(deps.credentials) })
  }

  return { token, forget, worked, user, rememberUser, status, reset }
}

/** Undefined: not configured. */
async function configuredVersion(credentials: ReadCredentials): Promise<string | undefined> {
  try {
    return completeCredentials(await credentials({ fresh: true })).version
  } catch (error) {
    if (error instanceof LoginClosed) return undefined
    throw error
  }
}
