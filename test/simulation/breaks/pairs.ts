import type { Edit } from './edit.ts'

/** Noticed before the request leaves. */
export const lateSendBefore: Edit = {
  file: 'lib/workflow/write-once/send.ts',
  find: 'const sendBefore = sendBeforeAt(now(), timing, work.lock)',
  replace: 'const sendBefore = now() + 100 * timing.sendWindowMs',
}

/**
 * Mechanisms that no schedule can miss while another one is there: each guards what the other one guards. Alone they are not found, and
 * need not be.
 */
export const maskedBreaks = {
  'a send beyond the lease': [
    lateSendBefore,
    // Checked once more before it leaves.
    {
      file: 'lib/workflow/write-once/send.ts',
      find: "invariant(sendBefore <= work.lock.until - maxSkewMs, 'sent_after_lease', { sendBefore, until: work.lock.until })",
      replace: '',
    },
  ],
  'a send beyond the deadline': [
    {
      file: 'lib/back-office/http/transport.ts',
      find: '=> atMs + requestTimeoutMs + marginMs <= run.deadlineMs',
      replace: '=> atMs + requestTimeoutMs + marginMs <= run.deadlineMs + atMs',
    },
  ],
  // Found only with `--beyond clocks`.
  'a clock that nobody doubts': [
    { file: 'lib/workflow/process-event.ts', find: '  clock?.mustBeRight()', replace: '' },
    { file: 'lib/back-office/http/transport.ts', find: '    clock?.mustBeRight()', replace: '' },
    { file: 'lib/back-office/session/session.ts', find: '      deps.clock?.mustBeRight()', replace: '' },
  ],
  'returns that are sent are settled by their own event alone': [
    {
      file: 'lib/workflow/kinds/return-kind.ts',
      find: `    name: 'return',
    key,
    hasSecondLook: true,
    isExclusive: true,`,
      replace: "    name: 'return', key, hasSecondLook: true, isExclusive: false,",
    },
  ],
  'a second submit beside one that is sent': [
    {
      file: 'lib/workflow/plan-return/plan-request.ts',
      find: "if (state === 'sent') return true",
      replace: "if (state === 'sent') return false",
    },
  ],
} as const satisfies Record<string, readonly Edit[]>

/** Breaks that mask each other, to be found once they are made at the same time. */
export const pairs: readonly (readonly [string, string])[] = [
  ['returns that are sent are settled by their own event alone', 'a second submit beside one that is sent'],
  ['a send beyond the lease', 'a send beyond the deadline'],
]
