import type { LoginStatus } from '../back-office/session/decide-login.ts'
import { iso } from './iso.ts'

const sentences: Record<LoginStatus['state'], string> = {
  open: 'The bridge may call the back office.',
  paused:
    'All calls pause, because the back office refused a token right after the login that issued it. They continue by themselves at pausedUntil.',
  refused:
    'The back office refused the login with this version of the secret. Correct the secret. If the API user is locked, have it unlocked there, which sets a new password, and write that into the secret. Then use login.reset.',
  'used-up':
    'Several logins in a row brought no token. Find the cause (address, network, password) and fix it. Then use login.reset, which allows one more login.',
  'not-configured': 'The secret of the back office lacks the address, the user name or the password. Add it.',
}

/** Where the login stands; times in ISO 8601, UTC. */
export function loginView({ token, leaseUntil, notBefore, pausedUntil, ...status }: LoginStatus) {
  return {
    ...status,
    says: sentences[status.state],
    ...(token && { token: { ...token, issuedAt: iso(token.issuedAt), expiresAt: iso(token.expiresAt) } }),
    ...(leaseUntil !== undefined && { leaseUntil: iso(leaseUntil) }),
    ...(notBefore !== undefined && { notBefore: iso(notBefore) }),
    ...(pausedUntil !== undefined && { pausedUntil: iso(pausedUntil) }),
  }
}
