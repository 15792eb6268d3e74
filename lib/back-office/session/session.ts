import { LoginClosed, RetryLater, recovered } from '../../errors.ts'
import { singleFlight } from '../../single-flight.ts'
import { createTransport, type TransportDeps } from '../http/transport.ts'
import type { Pace } from '../pace/pace.ts'
import type { Run } from '../types.ts'
import { completeCredentials, configuredVersion, type ReadCredentials } from './credentials.ts'
import { assertLoginAllowed, assertNotPaused, describeLogin, isLeased, type LoginStatus } from './decide-login.ts'
import { logIn, longestLeaseMs } from './login.ts'
import * as state from './login-state.ts'
import { createSharedItem, type SessionItem, type SessionStore, type SkuPlace } from './store.ts'
import { isDueForRenewal, isUsable, type LiveToken, openStored, type Token } from './token.ts'

export type SessionDeps = Omit<TransportDeps, 'onAnswer'> & {
  /** Absent: nothing is paced. */
  pace?: Pace | undefined
  store: SessionStore
  credentials: ReadCredentials
  sleep: (ms: number) => Promise<void>
  /** Unique for ever: names tokens and seals them. */
  newId: () => string
}

/** One login a day over all workers. Throws what the store throws; `token` also `LoginClosed` and `RetryLater`. */
export type Session = {
  token(run: Run): Promise<Token>
  /** Forgets exactly this token. Throws `RetryLater` where it never worked (all calls pause then), unless `keepIfWorked` kept it. */
  forget(token: Token, options?: { keepIfWorked: boolean }): Promise<void>
  /** Whether to ask for a token again after a 403: there is a newer one, or a person has reset the login since. */
  isOutdated(token: Token): Promise<boolean>
  /** The token was accepted. Never throws: it is called when a write has just succeeded. */
  worked(token: Token): Promise<void>
  /** Where SKUs are, for all calls with this token (`Token.skus`). Never throws. */
  rememberSkus(token: Token, skus: SkuPlace): Promise<void>
  /** The API user's id, as remembered for the account of the token. */
  user(token: Token): Promise<number | undefined>
  rememberUser(token: Token, id: number): Promise<void>
  status(): Promise<LoginStatus>
  /** A person's decision: opens a closed login for one more attempt, and the next call of any worker makes one. */
  reset(): Promise<LoginStatus>
}

/** Between two reads of the state table, while a renewal is due that another worker makes or that has failed. */
const renewalCheckMs = 30_000
/** Between two looks at the item, while another worker logs in. */
const pollMs = 250

export function createSession(deps: SessionDeps): Session {
  const { now, sleep, newId, credentials, pace, log, metrics } = deps
  const transport = createTransport({ ...deps, onAnswer: pace?.observe })
  const shared = createSharedItem(deps.store, newId)
  let live: LiveToken | undefined
  /** One caller of this process goes for a token, and the others share its outcome. */
  const once = singleFlight<LiveToken>()
  let renewalCheckedAt = Number.NEGATIVE_INFINITY
  let user: SessionItem['user']

  /** The token of the state table, of another worker's login, or of a login. `serving`: one that is still good. */
  async function obtain(run: Run, serving?: LiveToken): Promise<LiveToken> {
    for (;;) {
      const item = await shared.read()
      user = item.user
      assertNotPaused(item, now())
      const stored = await openStored(item.token, { credentials, now: now() })
      if (stored) {
        const isOld = stored.id === serving?.id ? isDueForRenewal(stored, now()) : stored.outdated
        if (!isOld || !serving) live = stored
        if (!isOld) return stored
        if (!serving) {
          renewalCheckedAt = now()
          return renew(stored, run)
        }
      }
      if (!transport.fits(run))
        throw new RetryLater('No login was begun: too little time is left in this run', { code: 'not_ready' })
      if (isLeased(item, now())) {
        if (item.lease) deps.clock?.readStored(item.lease.until - longestLeaseMs(transport))
        if (serving && !serving.outdated) return serving
        await sleep(pollMs)
        continue
      }
      const secret = completeCredentials(await credentials({ fresh: true }))
      assertLoginAllowed(item, { now: now(), version: secret.version })
      const using = { shared, transport, pace, now, newId, log, metrics }
      const issued = await logIn(using, { item, credentials: secret, run })
      if (issued) {
        // In memory first: the token survives a store that cannot be reached.
        live = issued.live
        await shared.update((current) => state.loginSucceeded(current, { owner: issued.live.id, token: issued.stored }))
        return issued.live
      }
      if (serving && !serving.outdated) return serving
    }
  }

  /** The old token serves on where there is no newer one. Only one worker renews, because only one gets the lease. */
  const renew = (serving: LiveToken, run: Run): Promise<LiveToken> =>
    recovered(obtain(run, serving), (error) => error instanceof LoginClosed || error instanceof RetryLater, serving)

  /** False: it could not be stored, and only this process knows it. */
  async function learn({ id }: Token, learnt: state.Learnt): Promise<boolean> {
    const isNews = ({ worked, skus }: state.Learnt) =>
      (learnt.worked ?? worked) !== worked || (learnt.skus ?? skus) !== skus
    if (live?.id !== id || !isNews(live)) return true
    Object.assign(live, learnt)
    try {
      await shared.update((item) =>
        item.token?.id === id && isNews(item.token) ? { ...item, token: { ...item.token, ...learnt } } : undefined,
      )
      return true
    } catch {
      return false
    }
  }

  const status = async (): Promise<LoginStatus> =>
    describeLogin(await shared.read(), { now: now(), version: await configuredVersion(credentials) })

  return {
    async token(run) {
      // Before anything is counted or reserved by this clock. What the table answers may end the doubt.
      if (deps.clock && !deps.clock.isRight()) await shared.read()
      deps.clock?.mustBeRight()
      const token = live
      if (!token || !isUsable(token, now())) return once(() => obtain(run))
      const isDue = isDueForRenewal(token, now()) && now() - renewalCheckedAt >= renewalCheckMs
      if (!isDue || !transport.fits(run)) return token
      renewalCheckedAt = now()
      return once(() => renew(token, run))
    },

    async forget(refused, { keepIfWorked = false } = { keepIfWorked: false }) {
      const known = live?.id === refused.id && live.worked
      let kept = false
      const item = await shared.update((current) => {
        const worked = known || current.token?.worked === true
        kept = keepIfWorked && worked && current.token?.id === refused.id
        const isForgotten = current.token?.id === refused.id && !kept
        return isForgotten ? state.tokenRefused(current, { now: now(), worked }) : undefined
      })
      if (live?.id === refused.id && !kept) live = undefined
      assertNotPaused(item, now())
    },

    async isOutdated({ id }) {
      const { token: stored } = await shared.read()
      if (!stored || (stored.id === id && !stored.outdated)) return false
      if (live?.id === id) live = undefined
      return true
    },

    worked: async (token) => {
      // It is tried again with the next call.
      if (!(await learn(token, { worked: true })) && live?.id === token.id) live.worked = false
    },

    rememberSkus: async (token, skus) => void (await learn(token, { skus })),

    async user({ account }) {
      if (user?.account !== account) user = (await shared.read()).user
      return user?.account === account ? user.id : undefined
    },

    async rememberUser({ account }, id) {
      user = { account, id }
      await shared.update((item) => ({ ...item, user: { account, id } }))
    },

    status,

    async reset() {
      await shared.update(state.loginReset)
      live = undefined
      return status()
    },
  }
}
