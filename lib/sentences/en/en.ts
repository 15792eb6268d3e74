import { type Sentences, utc } from '../sentences.ts'
import { advice, finding, means, toDo } from './advice.ts'
import { history, next, record, wait } from './history.ts'
import { lineWhy, problem } from './problem.ts'
import { reason } from './reason.ts'

const login: Sentences['login'] = {
  open: 'The bridge may call the back office.',
  paused:
    'All calls pause, because the back office refused a token right after the login that issued it. They continue by themselves at pausedUntil.',
  refused:
    'The back office refused the login with this version of the secret. Correct the secret. If the API user is locked, have it unlocked there, which sets a new password, and write that into the secret. Then use login.reset.',
  'used-up':
    'Several logins in a row brought no token. Find the cause (address, network, password) and fix it. Then use login.reset, which allows one more login.',
  'not-configured': 'The secret of the back office lacks the address, the user name or the password. Add it.',
}

export const en: Sentences = {
  reason,
  means,
  login,
  problem,
  advice,
  finding,
  wait,
  history,
  next,
  toDo,
  record,
  lineWhy,
  line: ({ text, first, last, times }) =>
    times === 1 ? `${utc(first)}: ${text}` : `${utc(first)} to ${utc(last)}, ${times} times: ${text}`,
}
