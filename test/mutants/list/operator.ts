import type { Mutant } from '../mutant.ts'

export const operator: readonly Mutant[] = [
  {
    name: 'a correction asks the event alone',
    why: 'An event knows what was written for it; but a run that was ended could not tell it, and another event may have written it.',
    edits: [
      {
        file: 'lib/operator/event-correct.ts',
        find: 'return Object.keys(made).length > 0 || isRecorded',
        replace: 'return Object.keys(made).length > 0',
      },
    ],
  },
  {
    name: 'a corrected order counts for one request',
    why: 'A person corrects the request that stopped; but a withdrawal comments the same order that its return is for.',
    edits: [
      {
        file: 'lib/operator/event-correct.ts',
        find: 'key === undefined ? aboutSame(commands, meant) : [meant.key]',
        replace: '[meant.key]',
      },
    ],
  },
  {
    name: 'an unknown write is asked of by attempts',
    why: 'Attempts count the runs of an event as the epoch does; but a deferral gives its attempt back, and its run may have sent a write.',
    edits: [
      {
        file: 'lib/operator/event-discard.ts',
        find: 'event.epoch > 1 && (await findOpenWrites',
        replace: 'event.attempts > 1 && (await findOpenWrites',
      },
    ],
  },
  {
    name: 'every further page is shorter',
    why: 'A total that has not grown is a list that may have lost entries; but nearly every list keeps its total between two pages.',
    edits: [
      {
        file: 'lib/operator/order-list.ts',
        find: 'totalsCount !== undefined && totalsCount < total && { shorter: true }',
        replace: 'totalsCount !== undefined && totalsCount <= total && { shorter: true }',
      },
    ],
  },
  {
    name: 'a link goes to the first return of an event',
    why: 'An event asks for one return; but one with several is held for the one that its reason names.',
    edits: [
      {
        file: 'lib/operator/event-link.ts',
        find: 'const { key, order } = asked ?? only',
        replace: 'const { key, order } = only',
      },
    ],
  },
  {
    name: 'whoever once waited for the login waits for it',
    why: 'The last deferral says what an event waits for; but it may have failed for another reason since, and waits for that.',
    edits: [
      {
        file: 'lib/operator/waits-for-login.ts',
        find: 'const last = history.at(-1)',
        replace: "const last = history.findLast(({ code }) => code === 'deferred')",
      },
    ],
  },
  {
    name: 'late since its receipt',
    why: 'An event is due when it comes; but one that has waited for hours as planned is not late by these hours.',
    edits: [
      {
        file: 'lib/operator/stats.ts',
        find: 'lateSeconds: Math.round((now - dueSince) / 1_000)',
        replace: 'lateSeconds: Math.round((now - event.receivedAt) / 1_000)',
      },
    ],
  },
  {
    name: 'writes are listed newest first',
    why: 'Lists of the operator are newest first; but writes are told in the order in which they happened.',
    edits: [
      {
        file: 'lib/operator/records-view.ts',
        find: '.sort((one, other) => one.record.at - other.record.at)',
        replace: '.sort((one, other) => other.record.at - one.record.at)',
      },
    ],
  },
  {
    name: 'no return is left beyond the limit',
    why: 'No more returns are read than are shown; but only one more shows that there are more.',
    edits: [
      {
        file: 'lib/operator/return-list.ts',
        find: 'await take(listed(backOffice, range), limit + 1)',
        replace: 'await take(listed(backOffice, range), limit)',
      },
    ],
  },
  {
    name: 'the text of a command is shown',
    why: 'The text is the words of the bridge; but a comment of a form is what the customer wrote.',
    edits: [
      {
        file: 'lib/operator/command-view.ts',
        find: "...('note' in command && { note: hidden }), ...('text' in command && { text: hidden }),",
        replace: "...('note' in command && { note: hidden }),",
      },
    ],
  },
  {
    name: 'only what waits can be late',
    why: 'What does not wait is under way, so nothing is to be done; but a ready event that nobody starts is late all the same.',
    edits: [
      {
        file: 'lib/operator/why-event.ts',
        find: "if (due !== undefined && now - due > lateMs) return { code: 'late' } if (status !== 'waiting') return { code: 'nothing' }",
        replace: `if (status !== 'waiting') return { code: 'nothing' }
  if (due !== undefined && now - due > lateMs) return { code: 'late' }`,
      },
    ],
  },
  {
    name: 'many replays in the lane of fresh events',
    why: 'A replay is a replay, whether of one event or of many; but many would take the calls of those that come fresh.',
    edits: [
      {
        file: 'lib/operator/event-replay.ts',
        find: "replayed(event, { ...how, lane: 'replay' })",
        replace: 'replayed(event, how)',
      },
    ],
  },
  {
    name: 'the comment of a forgotten return stays known',
    why: 'The return is what is gone; but its comment stays done under its key, and the next return gets none.',
    edits: [
      {
        file: 'lib/operator/forget-records.ts',
        find: 'keys.flatMap((key) => [key, commentKey(key)]).filter((key) => item.records[key])',
        replace: 'keys.filter((key) => item.records[key])',
      },
    ],
  },
]
