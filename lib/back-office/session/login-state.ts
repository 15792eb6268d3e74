import type { SessionItem, StoredToken } from './store.ts'

/**
 * The moves of the login item, pure: `writeId` is set by who writes. The back office locks its user after five failed logins
 * (public facts, Login), so three counted tries close the login, whatever became of them, and only a success or a person opens it.
 */

export const maxTries = 3
const pauseMs = 15 * 60 * 1000
/** After a try whose outcome nobody knows, by tries used: one slow minute must not use up all of them. */
const unknownWaitsMs = [5_000, 5 * 60_000]

export const emptyItem: SessionItem = { writeId: '', tries: 0, refused: [] }

export type Gate =
  | { gate: 'open' }
  | { gate: 'paused' | 'busy' | 'later'; until: number }
  | { gate: 'refused' | 'used-up' }

/** Whether a login with this version of the secret may begin now. */
export function gateOf(item: SessionItem, options: { now: number; version: string }): Gate {
  const { now, version } = options
  if (item.pausedUntil !== undefined && now < item.pausedUntil) return { gate: 'paused', until: item.pausedUntil }
  if (item.lease && now < item.lease.until) return { gate: 'busy', until: item.lease.until }
  if (item.tries >= maxTries) return { gate: 'used-up' }
  if (item.refused.includes(version)) return { gate: 'refused' }
  if (item.notBefore !== undefined && now < item.notBefore) return { gate: 'later', until: item.notBefore }
  return { gate: 'open' }
}

/** Takes the lease and counts the try in the same write, before anything is sent: a crash stays counted. */
export const takeLogin = (item: SessionItem, lease: { holder: string; until: number }): SessionItem => ({
  ...item,
  lease,
  tries: item.tries + 1,
})

/** The one thing that clears the count. */
export const loginSucceeded = (item: SessionItem, options: { holder: string; token: StoredToken }): SessionItem => {
  const { user, lease } = freed(item, options.holder)
  return {
    writeId: item.writeId,
    tries: 0,
    refused: [],
    token: options.token,
    ...(user && { user }),
    ...(lease && { lease }),
  }
}

/** 401 or 403: this version of the secret is closed for every worker. The try stays counted. */
export const loginRefused = (item: SessionItem, options: { holder: string; version: string }): SessionItem => ({
  ...freed(item, options.holder),
  refused: [...new Set([...item.refused, options.version])],
})

/**
 * Provably no failed attempt (never connected, 429, 5xx): the try is given back, unless the lease has passed to somebody else, who
 * may have cleared the count since.
 */
export const loginNotTried = (item: SessionItem, options: { holder: string; notBefore: number }): SessionItem => ({
  ...freed(item, options.holder),
  tries: item.lease?.holder === options.holder ? Math.max(0, item.tries - 1) : item.tries,
  notBefore: options.notBefore,
})

/** No answer, or none that says what happened: may have been a failed attempt, so it stays counted. */
export const loginUnknown = (item: SessionItem, options: { holder: string; now: number }): SessionItem => ({
  ...freed(item, options.holder),
  notBefore: options.now + (unknownWaitsMs[item.tries - 1] ?? 0),
})

/** A token was refused. One that never worked would be refused again: all calls stop for a while instead of logging in. */
export function tokenRefused(item: SessionItem, options: { now: number; worked: boolean }): SessionItem {
  const { token, ...rest } = item
  return options.worked || token?.worked ? rest : { ...rest, pausedUntil: options.now + pauseMs }
}

export const tokenWorked = (item: SessionItem, token: StoredToken): SessionItem => ({
  ...item,
  token: { ...token, worked: true },
})

/** What a person asks for after mending the cause: one more try. A login that runs right now keeps its lease. */
export const loginReset = ({ token, lease, user, ...item }: SessionItem): SessionItem => ({
  writeId: item.writeId,
  tries: Math.min(item.tries, maxTries - 1),
  refused: [],
  ...(token && { token }),
  ...(lease && { lease }),
  ...(user && { user }),
})

function freed(item: SessionItem, holder: string): SessionItem {
  const { lease, ...rest } = item
  return lease && lease.holder !== holder ? item : rest
}

/** Where the login stands, for people; holds no token and no name. */
export type LoginStatus = {
  state: 'open' | 'paused' | 'refused' | 'used-up' | 'not-configured'
  tries: number
  maxTries: number
  refusedVersions: string[]
  token?: { version: string; issuedAt: number; expiresAt: number; worked: boolean }
  leaseUntil?: number
  notBefore?: number
  pausedUntil?: number
}

/** `version` is undefined where nothing is configured. */
export function describeLogin(item: SessionItem, options: { now: number; version: string | undefined }): LoginStatus {
  const { now, version } = options
  const { tries, refused, token, lease, notBefore, pausedUntil } = item
  const isAhead = (time: number | undefined): time is number => time !== undefined && now < time
  return {
    state: version === undefined ? 'not-configured' : stateOf(gateOf({ ...item, lease: undefined }, { now, version })),
    tries,
    maxTries,
    refusedVersions: refused,
    ...(token && {
      token: { version: token.version, issuedAt: token.issuedAt, expiresAt: token.expiresAt, worked: token.worked },
    }),
    ...(lease && isAhead(lease.until) && { leaseUntil: lease.until }),
    ...(isAhead(notBefore) && { notBefore }),
    ...(isAhead(pausedUntil) && { pausedUntil }),
  }
}

const stateOf = ({ gate }: Gate): LoginStatus['state'] => (gate === 'busy' || gate === 'later' ? 'open' : gate)
