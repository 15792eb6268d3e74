import { LoginClosed, RetryLater } from '../../errors.ts'
import { gateOf, maxTries } from './login-state.ts'
import type { SessionItem } from './store.ts'

export const refusedLogin = (version: string, status?: number): LoginClosed =>
  new LoginClosed(
    `The back office refused the login${status === undefined ? '' : ` (${status})`} with version "${version}" of the secret: ` +
      'correct the secret, or unlock the API user there and then reset the login ' +
      '(that the cloud account still lets people in says nothing of the API user)',
  )

export const pausedCalls = (until: number): RetryLater =>
  new RetryLater('All calls pause: the back office refused a token right after the login that gave it', {
    deferral: true,
    atMs: until,
  })

/** Throws what stands in the way of a login with this version of the secret; a running lease does not, it is waited for. */
export function assertLoginOpen(item: SessionItem, options: { now: number; version: string }): void {
  const gate = gateOf(item, options)
  switch (gate.gate) {
    case 'open':
    case 'busy':
      return
    case 'paused':
      throw pausedCalls(gate.until)
    case 'later':
      throw new RetryLater('The last login brought no token: the next one waits', { deferral: true, atMs: gate.until })
    case 'refused':
      throw refusedLogin(options.version)
    case 'used-up':
      throw new LoginClosed(`${maxTries} logins in a row brought no token: find out why, then reset the login`)
    default:
      gate satisfies never
  }
}
