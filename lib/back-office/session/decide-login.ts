import { LoginClosed, RetryLater } from '../../errors.ts'
import { withoutUndefined } from '../../without-undefined.ts'
import { maxAttempts } from './login-state.ts'
import type { SessionItem, StoredToken } from './store.ts'

/** What a worker without a token may do; `until` is epoch ms. */
export type LoginDecision =
  | { kind: 'allowed' }
  | { kind: 'paused' | 'leased' | 'later'; until: number }
  | { kind: 'refused' | 'used-up' }

export function decideLogin(item: SessionItem, { now, version }: { now: number; version: string }): LoginDecision {
  const { pausedUntil, lease, attempts, refused, notBefore } = item
  if (isAhead(pausedUntil, now)) return { kind: 'paused', until: pausedUntil }
  if (lease && isAhead(lease.until, now)) return { kind: 'leased', until: lease.until }
  if (attempts >= maxAttempts) return { kind: 'used-up' }
  if (refused.includes(version)) return { kind: 'refused' }
  if (isAhead(notBefore, now)) return { kind: 'later', until: notBefore }
  return { kind: 'allowed' }
}

const isAhead = (time: number | undefined, now: number): time is number => time !== undefined && now < time
export const isLeased = ({ lease }: SessionItem, now: number): boolean => isAhead(lease?.until, now)

/** While calls pause, even a stored token is not used. */
export function assertNotPaused({ pausedUntil }: SessionItem, now: number): void {
  if (isAhead(pausedUntil, now)) throw pausedCalls(pausedUntil)
}

/** Throws what forbids a login with this version of the secret. A lease forbids none: the caller waits for it. */
export function assertLoginAllowed(item: SessionItem, options: { now: number; version: string }): void {
  const decision = decideLogin(item, options)
  switch (decision.kind) {
    case 'allowed':
    case 'leased':
      return
    case 'paused':
      throw pausedCalls(decision.until)
    case 'later':
      throw waitUntil(decision.until, 'The last login brought no token: the next one waits')
    case 'refused':
      throw refusedLogin(options.version)
    case 'used-up':
      throw new LoginClosed(
        `The login is closed: ${maxAttempts} login attempts in a row brought no token. Find out why, then reset the login`,
      )
    default:
      decision satisfies never
  }
}

const waitUntil = (atMs: number, why: string) => new RetryLater(why, { code: 'not_ready', atMs })

const pausedCalls = (until: number) =>
  waitUntil(until, 'All calls pause: the back office refused a token right after the login that gave it')

export const refusedLogin = (version: string, status?: number): LoginClosed =>
  new LoginClosed(
    `The back office refused the login${status === undefined ? '' : ` (${status})`} with version "${version}" of the secret: ` +
      'correct the secret, or have the API user unlocked there, write its new password into the secret and then reset the login ' +
      '(that the cloud account still lets people in says nothing about the API user)',
  )

/** The state of the login, for people; holds no token and no name. */
export type LoginStatus = {
  state: 'open' | 'paused' | 'refused' | 'used-up' | 'not-configured'
  attempts: number
  maxAttempts: number
  refusedVersions: string[]
  token?: ReturnType<typeof shownToken>
  leaseUntil?: number
  notBefore?: number
  pausedUntil?: number
}

/** `version` is undefined where nothing is configured. */
export function describeLogin(item: SessionItem, { now, version }: { now: number; version?: string }): LoginStatus {
  const { attempts, refused, token, lease, notBefore, pausedUntil } = item
  const kind =
    version === undefined ? 'not-configured' : decideLogin({ ...item, lease: undefined }, { now, version }).kind
  const ahead = (time: number | undefined) => (isAhead(time, now) ? time : undefined)
  return withoutUndefined({
    state: kind === 'allowed' || kind === 'leased' || kind === 'later' ? 'open' : kind,
    attempts,
    maxAttempts,
    refusedVersions: refused,
    token: token && shownToken(token),
    leaseUntil: ahead(lease?.until),
    notBefore: ahead(notBefore),
    pausedUntil: ahead(pausedUntil),
  })
}

const shownToken = ({ version, issuedAt, expiresAt, worked }: StoredToken) => ({ version, issuedAt, expiresAt, worked })
