import type { Mutant } from '../mutant.ts'

export const paceAndSession: readonly Mutant[] = [
  {
    name: 'calls are paid from where they may begin',
    why: 'A slot is used when it begins; but calls count as sent when they are due, and the next ones come too early.',
    edits: [
      {
        file: 'lib/back-office/pace/arithmetic.ts',
        find: 'Math.max(state.paidAt[budget], reservation[budget].due) +',
        replace: 'Math.max(state.paidAt[budget], reservation[budget].from) +',
      },
    ],
  },
  {
    name: 'no time on the way',
    why: 'The allowed lateness covers the way, too; but two calls that travel unlike then meet in one minute.',
    edits: [
      {
        file: 'lib/back-office/pace/budget.ts',
        find: '(minuteMs + lateMs[budget] + transitMs + maxSkewMs) / (limit',
        replace: '(minuteMs + lateMs[budget] + maxSkewMs) / (limit',
      },
    ],
  },
  {
    name: 'a used up window ends within a minute',
    why: 'A short window is a minute long; but one that is used up ends when the header says, which can be later.',
    edits: [
      {
        file: 'lib/back-office/pace/headers.ts',
        find: 'const minuteEnd = ({ left, endsAt }: Period, now: number) => (left === 0 ? endsAt : Math.min(endsAt, now + minuteMs))',
        replace: 'const minuteEnd = ({ endsAt }: Period, now: number) => Math.min(endsAt, now + minuteMs)',
      },
    ],
  },
  {
    name: 'the back office counts the day alone',
    why: 'The count of the server is the truth; but it lacks what is reserved and not yet sent, and what an overtaken answer misses.',
    edits: [
      {
        file: 'lib/back-office/pace/day.ts',
        find: 'used: Math.max(known.used, seen.used), endsAt',
        replace: 'used: seen.used, endsAt',
      },
    ],
  },
  {
    name: 'what is remembered goes with the write',
    why: 'All that was remembered has been written; but an answer that came during the write has not.',
    edits: [
      {
        file: 'lib/back-office/pace/shared-pace.ts',
        find: 'remembered = remembered.filter((one) => !news.includes(one))',
        replace: 'remembered = []',
      },
    ],
  },
  {
    name: 'a token has worked although nobody stored it',
    why: 'The token has worked whatever becomes of the note; but it is never tried again, and other workers pause for 15 minutes.',
    edits: [
      {
        file: 'lib/back-office/session/session.ts',
        find: 'catch { token.worked = false }',
        replace: 'catch {}',
      },
    ],
  },
  {
    name: 'an attempt is given back by whoever made it',
    why: 'Whoever made no login gives its attempt back; but if the lease has passed on, the count may be that of somebody else.',
    edits: [
      {
        file: 'lib/back-office/session/login-state.ts',
        find: 'attempts: item.lease?.owner === options.owner ? Math.max(0, item.attempts - 1) : item.attempts',
        replace: 'attempts: Math.max(0, item.attempts - 1)',
      },
    ],
  },
  {
    name: 'a token is opened with the cached secret',
    why: 'The cached secret is minutes old at most; but after a new password each worker logs in instead of taking the stored token.',
    edits: [
      {
        file: 'lib/back-office/session/token.ts',
        find: 'for (const fresh of [false, true])',
        replace: 'for (const fresh of [false])',
      },
    ],
  },
  {
    name: 'a login that is forbidden may have worked',
    why: 'Only a 401 is about the password; but a 403 refuses this version of the secret as well, and trying again locks the user.',
    edits: [
      {
        file: 'lib/back-office/session/login.ts',
        find: "if (status === 401 || status === 403) return { kind: 'refused', status }",
        replace: "if (status === 401) return { kind: 'refused', status }",
      },
    ],
  },
  {
    name: 'the call that learns a limit is free',
    why: 'The first call only asks for the limit; but the back office counts it, and the next minute has one too many.',
    edits: [
      {
        file: 'lib/back-office/pace/learning.ts',
        find: 'Math.max(known.paidAt[budget], at) + cost',
        replace: 'Math.max(known.paidAt[budget], at)',
      },
    ],
  },
  {
    name: 'a form queues up each time',
    why: 'Whoever finds no slot queues up; but one that has waited in the queue goes to its end again, and again.',
    edits: [
      {
        file: 'lib/back-office/pace/queue.ts',
        find: "if (need.queued) return { state, verdict: { kind: 'parked', at: soonest } } return queuedUp(state, { lane: 'form'",
        replace: "return queuedUp(state, { lane: 'form'",
      },
    ],
  },
  {
    name: 'forms keep what they wrote the day before',
    why: 'What forms have written is kept beside the count of all; but a new day begins without it, or a form never writes again.',
    edits: [
      {
        file: 'lib/back-office/pace/day.ts',
        find: 'return { ...day, used, forms: { ...day.forms, [form]: own + writes } }',
        replace: 'return { ...day, used, forms: { ...before.forms, [form]: own + writes } }',
      },
    ],
  },
]
