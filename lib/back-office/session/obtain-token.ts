import { LoginClosed, RetryLater } from '../../errors.ts'
import type { Run } from '../types.ts'
import { completeCredentials, type ReadCredentials } from './credentials.ts'
import { assertLoginOpen, pausedCalls } from './login-gate.ts'
import type { LoginTurn } from './login-turn.ts'
import type { SessionWrites } from './session-writes.ts'
import type { SessionItem } from './store.ts'
import { isUsable, type LiveToken, liveToken } from './token.ts'

type ObtainDeps = {
  writes: SessionWrites
  turn: LoginTurn
  credentials: ReadCredentials
  now: () => number
  sleep: (ms: number) => Promise<void>
  fits: (run: Run) => boolean
  /** Hears of every token and item that is found. */
  onToken: (token: LiveToken) => void
  onItem: (item: SessionItem) => void
}

/** While somebody else logs in, the item is looked at this often. */
const pollMs = 250

/** A token from the state table, else from somebody else's login that is waited for, else from a login. */
export async function obtainToken(deps: ObtainDeps, run: Run): Promise<LiveToken> {
  for (;;) {
    const item = await readItem(deps)
    const found = await storedToken(deps, item)
    if (found) return found
    if (!deps.fits(run)) {
      throw new RetryLater('No login was begun: too little time is left in this run', { deferral: true })
    }
    if (item.lease && deps.now() < item.lease.until) {
      await deps.sleep(pollMs)
      continue
    }
    const result = await logInFresh(deps, { item, run })
    if (result !== 'somebody-faster') return result
  }
}

/**
 * A newer token in place of one that still serves for some minutes: whatever stands in the way, the old one is answered.
 * Only one worker renews, because only one gets the lease.
 */
export async function renewToken(deps: ObtainDeps, live: LiveToken, run: Run): Promise<LiveToken> {
  try {
    const item = await readItem(deps)
    const found = await storedToken(deps, item)
    if (found && found.id !== live.id) return found
    if (item.lease && deps.now() < item.lease.until) return live
    const result = await logInFresh(deps, { item, run })
    return result === 'somebody-faster' ? live : result
  } catch (error) {
    if (error instanceof LoginClosed || error instanceof RetryLater) return live
    throw error
  }
}

async function readItem({ writes, onItem, now }: ObtainDeps): Promise<SessionItem> {
  const item = await writes.read()
  onItem(item)
  if (item.pausedUntil !== undefined && now() < item.pausedUntil) throw pausedCalls(item.pausedUntil)
  return item
}

/** A token that the cached secret does not open may have been sealed with a newer password. */
async function storedToken(
  { credentials, now, onToken }: ObtainDeps,
  item: SessionItem,
): Promise<LiveToken | undefined> {
  if (!item.token || item.token.expiresAt <= now()) return undefined
  for (const fresh of [false, true]) {
    const token = liveToken(item.token, completeCredentials(await credentials({ fresh })))
    if (!token) continue
    if (!isUsable(token, now())) return undefined
    onToken(token)
    return token
  }
  return undefined
}

async function logInFresh(deps: ObtainDeps, { item, run }: { item: SessionItem; run: Run }) {
  const credentials = completeCredentials(await deps.credentials({ fresh: true }))
  assertLoginOpen(item, { now: deps.now(), version: credentials.version })
  return deps.turn({ item, credentials, run, onToken: deps.onToken })
}
