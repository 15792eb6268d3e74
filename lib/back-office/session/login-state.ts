import type { SessionItem, StoredToken } from './store.ts'

/** Three counted attempts close the login; only a success or a person opens it (docs/back-office.md 2.2). */

export const maxAttempts = 3
const pauseMs = 15 * 60 * 1000
/** Waits after an attempt of unknown outcome, by attempts counted: one slow minute must not use up all of them. */
const unknownWaitsMs = [5_000, 5 * 60_000]

/** Takes the lease and counts the attempt in the same write, before the request: a crash stays counted. */
export const loginBegun = (item: SessionItem, lease: { owner: string; until: number }): SessionItem => ({
  ...item,
  lease,
  attempts: item.attempts + 1,
})

/** The only automatic change that clears the count. */
export function loginSucceeded(item: SessionItem, options: { owner: string; token: StoredToken }): SessionItem {
  const { writeId, user, lease } = released(item, options.owner)
  const { token } = options
  return { writeId, attempts: 0, refused: [], token, ...(user && { user }), ...(lease && { lease }) }
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

/** No answer, or none that shows what happened: it may have failed, so the attempt stays counted. */
export const loginUnknown = (item: SessionItem, options: { owner: string; now: number }): SessionItem => ({
  ...kept(released(item, options.owner)),
  notBefore: options.now + (unknownWaitsMs[item.attempts - 1] ?? 0),
})

/** A refused token that never worked would be refused again: all calls stop for a while instead of logging in. */
export function tokenRefused({ token, ...rest }: SessionItem, options: { now: number; worked: boolean }): SessionItem {
  return options.worked || token?.worked ? rest : { ...rest, pausedUntil: options.now + pauseMs }
}

/** What calls with the token have shown: that it works, and where SKUs are. */
export type Learnt = Partial<Pick<StoredToken, 'worked' | 'skus'>>

/** One more attempt after a fix. The token is outdated: new rights need a login (docs/back-office.md 10.1). */
export const loginReset = ({ writeId, attempts, token, lease, user }: SessionItem): SessionItem => ({
  writeId,
  attempts: Math.min(attempts, maxAttempts - 1),
  refused: [],
  ...(token && { token: { ...token, outdated: true } }),
  ...(lease && { lease }),
  ...(user && { user }),
})

/** A reset asks for one attempt: after it the stored token serves to its end. */
const kept = (item: SessionItem): SessionItem =>
  item.token?.outdated ? { ...item, token: { ...item.token, outdated: false } } : item

/** As after used-up attempts, and without a token: nothing calls before a person resets it. */
export const loginClosed = ({ writeId, user }: SessionItem): SessionItem => ({
  writeId,
  attempts: maxAttempts,
  refused: [],
  ...(user && { user }),
})

function released(item: SessionItem, owner: string): SessionItem {
  const { lease, ...rest } = item
  return lease && lease.owner !== owner ? item : rest
}
