import type { Mutant } from '../mutant.ts'

export const sentences: readonly Mutant[] = [
  {
    name: 'no line for the last claim',
    why: 'Claims are noise in a timeline; but the last one is the only line that says that a run is under way.',
    edits: [
      {
        file: 'lib/sentences/timeline.ts',
        find: "history.filter(({ code }, index) => code !== 'claimed' || index === history.length - 1)",
        replace: "history.filter(({ code }) => code !== 'claimed')",
      },
    ],
  },
  {
    name: 'a typed number in a sentence',
    why: 'The external number helps people to find the order; but somebody may have typed anything there, such as an address.',
    edits: [
      {
        file: 'lib/sentences/en/phrases.ts',
        find: "if (kind === 'number') return 'the same external number'",
        replace: "if (kind === 'number') return `external number ${id}`",
      },
    ],
  },
  {
    name: 'a release is advised among several orders',
    why: 'A release settles an ambiguous order; but it counts for one order alone, and with several nothing happens.',
    edits: [
      {
        file: 'lib/sentences/en/reason.ts',
        find: 'ids.length === 1 ? `If order ${list(ids)} is the right one',
        replace: 'ids.length >= 1 ? `If order ${list(ids)} is the right one',
      },
    ],
  },
  {
    name: 'a cut bundle is told the wrong way round',
    why: 'Both numbers of a cut share are pieces of the component; but 1 of 3 becomes 3 of 1.',
    edits: [
      {
        file: 'lib/sentences/en/line-why.ts',
        find: '(${facts.cut.came} of ${facts.cut.due})',
        replace: '(${facts.cut.due} of ${facts.cut.came})',
      },
    ],
  },
  {
    name: 'a typed number in a German sentence',
    why: 'German tables are written apart from the English ones; but what somebody typed must be in neither.',
    edits: [
      {
        file: 'lib/sentences/de/phrases.ts',
        find: "if (kind === 'number') return 'derselben externen Nummer'",
        replace: "if (kind === 'number') return `der externen Nummer ${id}`",
      },
    ],
  },
  {
    name: 'a German sentence forgets the event',
    why: 'It reads well without the id; but then nobody finds the event that sent the write.',
    edits: [
      {
        file: 'lib/sentences/de/record.ts',
        find: 'wurde für Ereignis ${by} zuerst um ${utc(at)} gesendet und fehlt',
        replace: 'wurde zuerst um ${utc(at)} gesendet und fehlt',
      },
    ],
  },
  {
    name: 'every bridge speaks English',
    why: 'English is the default, and most tests are in it; but a bridge with language de must not speak it.',
    edits: [
      {
        file: 'lib/sentences/languages.ts',
        find: 'languages[language]',
        replace: 'languages.en',
      },
    ],
  },
]
