import { utc } from '../../sentences/utc.ts'
import type { Words } from './words.ts'

const stood = {
  held: (count: number) => (count === 1 ? 'is' : 'are'),
  failed: (count: number) => (count === 1 ? 'has' : 'have'),
} as const

export const en: Words = {
  subjects: {
    withdrawals: 'A withdrawal has come in',
    login_closed: 'The login is closed',
    schedule_stopped: 'The schedule has stopped',
    schedule_runs: 'The schedule runs again',
    audit_findings: 'The audit has found something',
    digest: 'Events wait for somebody',
  },
  withdrawals: ({ events, more }) =>
    events.length + more === 1
      ? 'A customer has declared a withdrawal from the contract.'
      : `Customers have declared ${events.length + more} withdrawals from the contract.`,
  login_closed: ({ why }) =>
    why === 'refused'
      ? 'The login is closed: the back office refused it. Nothing is sent before the secret is right. login.status says what to do.'
      : 'The login is closed: several logins in a row brought no token. Nothing is sent before login.reset.',
  schedule_stopped: ({ since }) =>
    `The schedule has not run since ${utc(since)}. Nothing is lost, but late work is not being done.`,
  schedule_runs: () => 'The schedule runs again.',
  audit_findings: ({ count }) =>
    `The audit has found ${count === 1 ? 'one difference' : `${count} differences`} between the inbox and the back office. The command audit names each.`,
  digest: () => 'Since the last message:',
  stopped: ({ count, status, reason, means }) =>
    `${count} ${count === 1 ? 'event' : 'events'} ${stood[status](count)} ${status} (${reason}). ${means}`,
  more: 'There are more.',
  andMore: (count) => `and ${count} more`,
  paused: (sources) => `Paused: ${sources.map((source) => source || 'all writes').join(', ')}.`,
}
