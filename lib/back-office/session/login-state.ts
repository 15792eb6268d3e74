import type { SessionItem, StoredToken } from './store.ts'

/**
 * How a login attempt and a refused token change the session item, pure: `writeId` is set by who writes. The back office locks its user
 * after "several" failed logins, more than three as we assume (docs/back-office.md 2.2). So three counted attempts close the login,
 * whatever became of them, and only a success or a person opens it.
 */

export const maxAttempts = 3
const pauseMs = 15 * 60 * 1000
/** After an attempt of unknown outcome, by attempts counted: one slow minute must not use up all of them. */
const unknownWaitsMs = [5_000, 5 * 60_000]

/** Takes the lease and counts the attempt in the same write, before anything is sent: a crash stays counted. */
export const loginBegun = (item: SessionItem, lease: { owner: string; until: number }): SessionItem => ({
  ...item,
  lease,
  attempts: item.attempts + 1,
})

/** The one thing that clears the count. */
export const loginSucceeded = (item: SessionItem, options: { owner: string; token: StoredToken }): SessionItem => {
  const { user, lease } = released(item, options.owner)
  return {
    writeId: item.writeId,
    attempts: 0,
    refused: [],
    token: options.token,
    ...(user && { user }),
    ...(lease && { lease }),
  }
}

/** 401 or 403: this version of the secret is closed for every worker. The attempt stays counted. */
export const loginRefused = (item: SessionItem, options: { owner: string; version: string }): SessionItem => ({
  ...kept(released(item, options.owner)),
  refused: [...new Set([...item.refused, options.version])],
})

/** Provably not failed (429, 5xx, no connection): not counted, unless the lease has passed on, and with it the count. */
export const loginNotMade = (item: SessionItem, options: { owner: string; notBefore: number }): SessionItem => ({
  ...released(item, options.owner),
  attempts: item.lease?.owner === options.owner ? Math.max(0, item.attempts - 1) : item.attempts,
  notBefore: options.notBefore,
})

/** No answer, or none that says what happened: it may have failed, so the attempt stays counted. */
export const loginUnknown = (item: SessionItem, options: { owner: string; now: number }): SessionItem => ({
  ...kept(released(item, options.owner)),
  notBefore: options.now + (unknownWaitsMs[item.attempts - 1] ?? 0),
})

/** A token was refused. One that never worked would be refused again: all calls stop for a while instead of logging in. */
export function tokenRefused(item: SessionItem, options: { now: number; worked: boolean }): SessionItem {
  const { token, ...rest } = item
  return options.worked || token?.worked ? rest : { ...rest, pausedUntil: options.now + pauseMs }
}

/** What was learnt with the token: that it works, and where SKUs are. */
export type Learnt = Partial<Pick<StoredToken, 'worked' | 'skus'>>

export const tokenTaught = (item: SessionItem, token: StoredToken, learnt: Learnt): SessionItem => ({
  ...item,
  token: { ...token, ...learnt },
})

/** One more attempt after a fix. The token is outdated: new rights need a login (docs/back-office.md 10.1). */
export const loginReset = ({ token, lease, user, ...item }: SessionItem): SessionItem => ({
  writeId: item.writeId,
  attempts: Math.min(item.attempts, maxAttempts - 1),
  refused: [],
  ...(token && { token: { ...token, outdated: true } }),
  ...(lease && { lease }),
  ...(user && { user }),
})

/** A reset asks for one attempt: after it the token that there is serves to its end. */
function kept(item: SessionItem): SessionItem {
  return item.token?.outdated ? { ...item, token: { ...item.token, outdated: false } } : item
}

function released(item: SessionItem, owner: string): SessionItem {
  const { lease, ...rest } = item
  return lease && lease.owner !== owner ? item : rest
}
