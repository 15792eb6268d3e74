import type { Mutant } from '../mutant.ts'

export const notify: readonly Mutant[] = [
  {
    name: 'a receiver that is away is told of nothing again',
    why: 'What was found is told once; but only what a receiver has taken was told.',
    edits: [
      {
        file: 'lib/notify/notifier.ts',
        find: 'const left = [...failed, ...later]',
        replace: 'const left = [...later]',
      },
    ],
  },
  {
    name: 'a digest is over what is newer than the last one',
    why: 'A digest begins where the last one ended; but that one left out what happened in its own millisecond.',
    edits: [
      {
        file: 'lib/notify/news.ts',
        find: 'updatedAt >= from && updatedAt < until',
        replace: 'updatedAt > from && updatedAt <= until',
      },
    ],
  },
]
