import type { Mutant } from '../mutant.ts'

/** The run of an event, and how its order is found. */
export const workflow: readonly Mutant[] = [
  {
    name: 'the last attempt is not made',
    why: 'An event has as many attempts as it has had; but the last of ten ends it before anything is tried.',
    edits: [
      {
        file: 'lib/workflow/process-event.ts',
        find: 'if (attempts > most) return endWith',
        replace: 'if (attempts >= most) return endWith',
      },
    ],
  },
  {
    name: 'what broke off is reported to the stream',
    why: 'What broke off can be tried again; but its event is claimed, and the stream repeats the whole batch for nothing.',
    edits: [
      {
        file: 'lib/workflow/process-records.ts',
        find: "tried.filter(({ how }) => how === 'not tried')",
        replace: "tried.filter(({ how }) => how === 'not tried' || how === 'broken off')",
      },
    ],
  },
  {
    name: 'the delay of the next attempt',
    why: 'The schedule is indexed by the attempts; but the first failed attempt waits the second delay, and the last one none.',
    edits: [
      {
        file: 'lib/workflow/retry-policy.ts',
        find: 'timing.retryScheduleMs[event.attempts - 1]',
        replace: 'timing.retryScheduleMs[event.attempts]',
      },
    ],
  },
  {
    name: 'an ending looks only where the event knows of a write',
    why: 'The event knows of its open writes; but a run that crashed has told it nothing, and it fails with a write under way.',
    edits: [
      {
        file: 'lib/workflow/start-work.ts',
        find: "ending.status !== 'held' && (hasOpenWrite(current) || claimed.epoch > 1)",
        replace: "ending.status !== 'held' && hasOpenWrite(current)",
      },
    ],
  },
  {
    name: 'one key for both commands of a withdrawal',
    why: 'A withdrawal is one fact and has one key; but its comment is done under that key, so its return is never made.',
    edits: [
      {
        file: 'lib/workflow/withdrawals.ts',
        find: "{ type: 'create-return', key: `${key}/return`, ...about, lines }",
        replace: "{ type: 'create-return', key, ...about, lines }",
      },
    ],
  },
  {
    name: 'an approval of any fact',
    why: 'An approval that fits the question has answered it; but one fact in common, such as the key, is another question.',
    edits: [
      {
        file: 'lib/workflow/approvals.ts',
        find: 'question.every(([name, value]) =>',
        replace: 'question.some(([name, value]) =>',
      },
    ],
  },
  {
    name: 'a command decides whether the e-mail must fit',
    why: 'The nearer setting wins; but a command may only ask for more than its source, never for less.',
    edits: [
      {
        file: 'lib/workflow/find-order/find-order.ts',
        find: 'mustFit: asked.mustFit || command.requireEmail === true',
        replace: 'mustFit: command.requireEmail ?? asked.mustFit',
      },
    ],
  },
  {
    name: 'the last wait for an order goes beyond its end',
    why: 'The deadline is looked at before each wait; but the last wait then ends up to half as late again.',
    edits: [
      {
        file: 'lib/workflow/find-order/order-endings.ts',
        find: 'until: Math.min(next, deadline)',
        replace: 'until: next',
      },
    ],
  },
  {
    name: 'a label is shared among others only',
    why: 'The label itself is no other number; but a label that has been the number of one order and the label of another is shared.',
    edits: [
      {
        file: 'lib/workflow/find-order/orders-of-label.ts',
        find: 'const isShared = all.length > 1',
        replace: 'const isShared = all.filter((number) => number !== bareNumber(label)).length > 1',
      },
    ],
  },
]
