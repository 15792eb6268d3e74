import type { LoginStatus } from '../../back-office/session/decide-login.ts'
import type { InboxEvent } from '../../inbox/event.ts'
import type { Sentences } from '../../sentences/sentences.ts'
import { defined, iso, isoIfKnown } from '../operator.ts'

/** Where the login stands; times in ISO 8601, UTC. */
export const loginView = ({ token, ...status }: LoginStatus, sentences: Pick<Sentences, 'login'>) =>
  defined({
    ...status,
    says: sentences.login[status.state],
    token: token && { ...token, issuedAt: iso(token.issuedAt), expiresAt: iso(token.expiresAt) },
    leaseUntil: isoIfKnown(status.leaseUntil),
    notBefore: isoIfKnown(status.notBefore),
    pausedUntil: isoIfKnown(status.pausedUntil),
  })

/** Whether the closed login is why the event was deferred last. */
export function waitsForLogin({ status, history }: Pick<InboxEvent, 'status' | 'history'>): boolean {
  const last = history.at(-1)
  return status === 'waiting' && last?.code === 'deferred' && last.why.code === 'login_closed'
}
