import type { LoginStatus } from '../../back-office/session/decide-login.ts'
import type { InboxEvent } from '../../inbox/event.ts'
import type { Sentences } from '../../sentences/sentences.ts'
import { iso } from '../operator.ts'

/** Where the login stands; times in ISO 8601, UTC. */
export function loginView(
  { token, leaseUntil, notBefore, pausedUntil, ...status }: LoginStatus,
  sentences: Pick<Sentences, 'login'>,
) {
  return {
    ...status,
    says: sentences.login[status.state],
    ...(token && { token: { ...token, issuedAt: iso(token.issuedAt), expiresAt: iso(token.expiresAt) } }),
    ...(leaseUntil !== undefined && { leaseUntil: iso(leaseUntil) }),
    ...(notBefore !== undefined && { notBefore: iso(notBefore) }),
    ...(pausedUntil !== undefined && { pausedUntil: iso(pausedUntil) }),
  }
}

/** Its last deferral was because of the closed login. */
export function waitsForLogin({ status, history }: Pick<InboxEvent, 'status' | 'history'>): boolean {
  const last = history.at(-1)
  return status === 'waiting' && last?.code === 'deferred' && last.why.code === 'login_closed'
}
