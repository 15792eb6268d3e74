import type { Mutant } from '../mutant.ts'

export const audit: readonly Mutant[] = [
  {
    name: 'each round looks back a week',
    why: 'A round looks back a week; but one that begins later than a week after the last one leaves a gap.',
    edits: [
      {
        file: 'lib/audit/rounds.ts',
        find: 'const from = Math.min(now - windowMs, before?.begunAt ?? now)',
        replace: 'const from = now - windowMs',
      },
    ],
  },
  {
    name: 'a linked return is known',
    why: 'A return that a record names is known; but a report that was linked to it has not made it.',
    edits: [
      {
        file: 'lib/audit/judge.ts',
        find: "record.state === 'done' && record.id === returnId && !record.linked",
        replace: "record.state === 'done' && record.id === returnId",
      },
    ],
  },
  {
    name: 'overdue since receipt',
    why: 'An old event is one that came long ago; but one that a person has released yesterday has moved since.',
    edits: [
      {
        file: 'lib/audit/overdue.ts',
        find: 'page.events.filter(({ updatedAt }) => updatedAt < before)',
        replace: 'page.events.filter(({ receivedAt }) => receivedAt < before)',
      },
    ],
  },
  {
    name: 'one look for all writes of a kind',
    why: 'What was read for one write of a kind serves all of them; but two comments of an order are judged one by one.',
    edits: [
      {
        file: 'lib/audit/settle-item.ts',
        find: 'if (readBack.isExclusive) kinds.add(record.kind)',
        replace: 'kinds.add(record.kind)',
      },
    ],
  },
  {
    name: 'returns from before the bridge are unknown',
    why: 'The earlier of both limits is the safe one; but returns from before the bridge are in no record, and all are reported.',
    edits: [
      {
        file: 'lib/audit/find-orphans.ts',
        find: 'const oldest = Math.max(since, now() -',
        replace: 'const oldest = Math.min(since, now() -',
      },
    ],
  },
  {
    name: 'failures are not in a row',
    why: 'The count of failures belongs to the run; but a few single ones among many reads that worked end the run.',
    edits: [
      {
        file: 'lib/audit/reader.ts',
        find: 'const found = await once(read) inARow = 0 return found',
        replace: 'return await once(read)',
      },
    ],
  },
]
