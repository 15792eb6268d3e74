import type { Mutant } from '../mutant.ts'

/** The kinds of write, and how each is written once. */
export const writes: readonly Mutant[] = [
  {
    name: 'line breaks are escaped',
    why: 'Both steps make HTML of a text, in any order; but a line break that is marked up first is escaped after it.',
    edits: [
      {
        file: 'lib/workflow/kinds/comment-text.ts',
        find: '`${marker} ${withLineBreaks(escapeHtml(text))}`',
        replace: '`${marker} ${escapeHtml(withLineBreaks(text))}`',
      },
    ],
  },
  {
    name: 'a new order in spite of a mixed list',
    why: 'The list has no order of the number; but one that ignores its filter shows only a part, and the order may be there.',
    edits: [
      {
        file: 'lib/workflow/kinds/create-order.ts',
        find: 'async plan({ listed, unrelated }, records)',
        replace: 'async plan({ listed }, records)',
      },
      {
        file: 'lib/workflow/kinds/create-order.ts',
        find: "if (unrelated > 0) throw new RetryLater('[GET] /rest/orders by external number answered entries of other orders')",
        replace: '',
      },
      {
        file: 'lib/workflow/kinds/create-order.ts',
        find: "import { RetryLater } from '../../errors.ts'",
        replace: '',
      },
    ],
  },
  {
    name: 'the status of the return before',
    why: 'Another return of the same request has the same status; but the one that counts now may be incomplete.',
    edits: [
      {
        file: 'lib/workflow/kinds/create-return.ts',
        find: '{ returnId: looked.id, statusId: undefined, linked: undefined }',
        replace: '{ returnId: looked.id, linked: undefined }',
      },
    ],
  },
  {
    name: 'a return of which only a part is tied',
    why: 'Lines that name a line of the order are enough to tell returns apart; but the others might be ours, so it is not unrelated.',
    edits: [
      {
        file: 'lib/workflow/kinds/return-kind.ts',
        find: 'if (theirs.length < (order.orderItems ?? []).length || theirs.length === 0) return true',
        replace: 'if (theirs.length === 0) return true',
      },
    ],
  },
  {
    name: 'a comment of an earlier run is sent',
    why: 'A record of this event is what it has just written; but an earlier run may have sent it, and then it is sent twice.',
    edits: [
      {
        file: 'lib/workflow/kinds/write-comment.ts',
        find: "{ by, at }: WriteRecord): boolean => stored?.state === 'sent' && stored.by === by && stored.at === at",
        replace: "{ by }: WriteRecord): boolean => stored?.state === 'sent' && stored.by === by",
      },
    ],
  },
  {
    name: 'what was there before the first try',
    why: 'What was there before a write is known since its first try; but what came between two tries is none of its results.',
    edits: [
      {
        file: 'lib/workflow/write-once/judge.ts',
        find: 'const known = tries.at(-1)?.known ?? [] const ids = new Set',
        replace: `const known = tries[0]?.known ?? []
  const ids = new Set`,
      },
    ],
  },
  {
    name: 'missing writes are matched beside an unclear one',
    why: 'Each record is judged by itself; but an entry that may belong to an unclear write then counts for a missing one.',
    edits: [
      {
        file: 'lib/workflow/write-once/settle-records.ts',
        find: "if (unclear.size === 0) for (const entry of inState('missing')) settle(entry)",
        replace: "for (const entry of inState('missing')) settle(entry)",
      },
    ],
  },
  {
    name: 'a held event blocks nobody',
    why: 'Only an open event goes on with its write; but of a held one a person is being asked, and others must wait for the answer.',
    edits: [
      {
        file: 'lib/workflow/write-once/write-once.ts',
        find: "if (status !== undefined && (isOpen(status) || status === 'held')) {",
        replace: 'if (status !== undefined && isOpen(status)) {',
      },
    ],
  },
]
