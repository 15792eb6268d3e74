import type { Mutant } from '../mutant.ts'

export const inbox: readonly Mutant[] = [
  {
    name: 'a wait in the queue counts as a deferral',
    why: 'A wait for a slot is a deferral like any other; but a queue of more than a day would hold every event in it.',
    edits: [
      {
        file: 'lib/inbox/transitions.ts',
        find: 'isPaused ? undefined : queued || isUntimed ? event.deferredSince : since',
        replace: 'isPaused ? undefined : isUntimed ? event.deferredSince : since',
      },
    ],
  },
  {
    name: 'a release keeps the attempts',
    why: 'A release goes on where the event stopped; but one that has used up its attempts fails again without a try.',
    edits: [
      {
        file: 'lib/inbox/operator-transitions.ts',
        find: "const attempts = event.status === 'waiting' ? event.attempts : 0",
        replace: 'const attempts = event.attempts',
      },
    ],
  },
  {
    name: 'a replay keeps the approvals',
    why: 'What a person has approved stays approved; but a replay starts over, and a question of it is a new one.',
    edits: [
      {
        file: 'lib/inbox/operator-transitions.ts',
        find: 'const again = { attempts: 0, lane, approvals: undefined, progress, orderId }',
        replace: 'const again = { attempts: 0, lane, progress, orderId }',
      },
    ],
  },
  {
    name: 'what a batch leaves unread is gone',
    why: 'A batch answers all of its keys; but one with large items leaves some unprocessed, and these seem to be gone.',
    edits: [
      {
        file: 'lib/inbox/read-items.ts',
        find: 'Keys = answer.UnprocessedKeys?.[table]?.Keys ?? []',
        replace: 'Keys = []',
      },
    ],
  },
  {
    name: 'a full page is enough',
    why: 'A query is read until the limit is reached; but entries of one millisecond come in no order, and some are passed over.',
    edits: [
      {
        file: 'lib/inbox/read-keys.ts',
        find: 'const [last, wanted] = [rows.at(-1), found[limit - 1]] if (last && wanted && last.at > wanted.at) break',
        replace: 'if (found.length >= limit) break',
      },
    ],
  },
  {
    name: 'summaries without the withdrawal',
    why: 'A list shows no withdrawals, so its read need not ask for them; but its filter looks for just that column.',
    edits: [
      {
        file: 'lib/inbox/event-item.ts',
        find: "'id format source status wakeAt epoch attempts orderId reason withdrawal receivedAt updatedAt'",
        replace: "'id format source status wakeAt epoch attempts orderId reason receivedAt updatedAt'",
      },
    ],
  },
  {
    name: 'a full label item is never full',
    why: 'More than the most entries are too many; but an item takes no more than that, so a label of many orders is guessed.',
    edits: [
      {
        file: 'lib/inbox/labels.ts',
        find: 'entries.length >= mostEntries || entry.startsWith',
        replace: 'entries.length > mostEntries || entry.startsWith',
      },
    ],
  },
  {
    name: 'no event is no withdrawal',
    why: 'The field is a boolean; but it is absent from all that is no withdrawal, so that filter finds nothing.',
    edits: [
      {
        file: 'lib/inbox/fits-query.ts',
        find: '(event.withdrawal ?? false) === withdrawal',
        replace: 'event.withdrawal === withdrawal',
      },
    ],
  },
]
