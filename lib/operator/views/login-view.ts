import { createHmac, randomBytes } from 'node:crypto'
import type { LoginStatus } from '../../back-office/session/decide-login.ts'
import type { InboxEvent } from '../../inbox/event.ts'
import type { Sentences } from '../../sentences/sentences.ts'
import { defined, iso, isoIfKnown } from '../operator.ts'

/** Of this process alone. */
const key = randomBytes(32)

/** Tells versions of the secret apart within an answer. Whoever has an answer can try no passwords by it. */
const shownVersion = (version: string): string =>
  createHmac('sha256', key).update(version).digest('base64url').slice(0, 12)

/** Where the login stands; times in ISO 8601, UTC. */
export const loginView = ({ token, ...status }: LoginStatus, sentences: Pick<Sentences, 'login'>) =>
  defined({
    ...status,
    refusedVersions: status.refusedVersions.map(shownVersion),
    says: sentences.login[status.state],
    token: token && {
      ...token,
      version: shownVersion(token.version),
      issuedAt: iso(token.issuedAt),
      expiresAt: iso(token.expiresAt),
    },
    leaseUntil: isoIfKnown(status.leaseUntil),
    notBefore: isoIfKnown(status.notBefore),
    pausedUntil: isoIfKnown(status.pausedUntil),
  })

/** Whether the closed login is why the event was deferred last. */
export function waitsForLogin({ status, history }: Pick<InboxEvent, 'status' | 'history'>): boolean {
  const last = history.at(-1)
  return status === 'waiting' && last?.code === 'deferred' && last.why.code === 'login_closed'
}
