import type { LoginStatus } from '../back-office/session/decide-login.ts'

const sentences: Record<LoginStatus['state'], string> = {
  open: 'Calls to the back office may go out.',
  paused:
    'All calls pause: the back office refused a token right after the login that gave it. They go on by themselves at pausedUntil.',
  refused:
    'The back office refused this version of the secret. Correct the secret, or have the API user unlocked there; then login.reset.',
  'used-up':
    'Several logins in a row brought no token. Find out why (address, network, password), then login.reset: it grants one more.',
  'not-configured': 'The secret of the back office lacks its address, user name or password: set them.',
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

const iso = (ms: number): string => new Date(ms).toISOString()
