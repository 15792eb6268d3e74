import type { Mutant } from '../mutant.ts'

/** lib itself, webhook, secrets, config and state. */
export const foundations: readonly Mutant[] = [
  {
    name: 'one retention for events and records',
    why: 'The configuration has one retention, so both tables keep things equally long; but a late duplicate is new after 30 days.',
    edits: [
      {
        file: 'lib/wire.ts',
        find: 'keepMs: days(config.retention.ledgerDays)',
        replace: 'keepMs: days(config.retention.days)',
      },
    ],
  },
  {
    name: 'labels keep their case',
    why: 'A label is a number, and numbers have no case; but EN1001 that is typed as en1001 finds no order.',
    edits: [
      {
        file: 'lib/order-label.ts',
        find: 'plainLabel = (label: string): string => bareNumber(label).toLowerCase()',
        replace: 'plainLabel = (label: string): string => bareNumber(label)',
      },
    ],
  },
  {
    name: 'integers of sixteen digits are rounded',
    why: '2^53 has sixteen digits, so only longer integers are beyond it; but most of those with sixteen digits are, too.',
    edits: [
      {
        file: 'lib/parse-json.ts',
        find: String.raw`=> /\d{16}/.test(text)`,
        replace: String.raw`=> /\d{17}/.test(text)`,
      },
    ],
  },
  {
    name: 'an empty list of lines is accepted',
    why: 'The plan says itself that nothing was asked for; but the event then ends with another code than its bad field.',
    edits: [
      {
        file: 'lib/commands.ts',
        find: 'z.array(lineRef).min(1).max(500)',
        replace: 'z.array(lineRef).max(500)',
      },
    ],
  },
  {
    name: 'the answer does not wait for the label',
    why: 'The event is stored, so the sender can hear 200; but a label that is not stored then is never sent again.',
    edits: [
      {
        file: 'lib/webhook/receive-webhook.ts',
        find: 'if (label && reply.statusCode === 200) await inbox.learnLabel(name, { label, now: now() })',
        replace:
          'if (label && reply.statusCode === 200) void inbox.learnLabel(name, { label, now: now() }).catch(() => undefined)',
      },
    ],
  },
  {
    name: 'every refusal of AWS is sent once more',
    why: 'A refused request may pass the second time; but a failed condition is an answer, and asking again only makes a sender wait.',
    edits: [
      {
        file: 'lib/aws/aws-error.ts',
        find: 'return isCorrected && clockRefusals.includes(error.name) ? 0 : undefined',
        replace: 'return isCorrected && clockRefusals.includes(error.name) ? 0 : backoffMs',
      },
    ],
  },
  {
    name: 'a refusal of AWS by its whole type',
    why: 'The type of a refusal is its name; but a namespace stands before it, and a failed condition is not known by that.',
    edits: [
      {
        file: 'lib/aws/aws-error.ts',
        find: "__type.slice(__type.indexOf('#') + 1)",
        replace: '__type',
      },
    ],
  },
  {
    name: 'a fresh secret from the cache',
    why: 'A cached secret is better than none; but a login must never use a password that may have changed.',
    edits: [
      {
        file: 'lib/secrets/secrets.ts',
        find: 'if (entry.secret && !(fresh && entry.failure)) return entry.secret',
        replace: 'if (entry.secret) return entry.secret',
      },
    ],
  },
  {
    name: 'standard sources require the e-mail',
    why: 'The kind `standard` is of the family of forms, so the family decides; but its sender is the merchant, who names none.',
    edits: [
      {
        file: 'lib/config/source-family.ts',
        find: 'source.requireEmail ?? isForm(source)',
        replace: "source.requireEmail ?? sourceOfKind(source.kind)?.family === 'forms'",
      },
    ],
  },
  {
    name: 'reasons that differ in blanks are two',
    why: 'Only case is folded when reasons are looked up; but blanks are cut off, too, and one of the two is lost without a word.',
    edits: [
      {
        file: 'lib/config/config.ts',
        find: 'const folded = (reason: string): string => reason.trim().toLowerCase()',
        replace: 'const folded = (reason: string): string => reason.toLowerCase()',
      },
    ],
  },
  {
    name: 'configured statuses are integers',
    why: 'All tables of numbers have the same shape; but statuses are decimals such as 9.05, which are refused now.',
    edits: [
      {
        file: 'lib/config/constants-config.ts',
        find: 'statuses: differences(statuses, z.number()).optional()',
        replace: 'statuses: differences(statuses).optional()',
      },
    ],
  },
  {
    name: 'a linked return counts as made',
    why: 'A key that is done with a return has made it; but what a key was only linked to may be the result of a lost try.',
    edits: [
      {
        file: 'lib/state/write-record.ts',
        find: "record.kind === kind && record.state === 'done' && !record.linked && record.id !== undefined",
        replace: "record.kind === kind && record.state === 'done' && record.id !== undefined",
      },
    ],
  },
  {
    name: 'an own write of a shared item counts as lost',
    why: 'A condition that fails means that somebody else was faster; but it may be our own write, whose answer was lost.',
    edits: [
      {
        file: 'lib/state/dynamo-item.ts',
        find: 'return (await read())?.writeId === next.writeId',
        replace: 'return false',
      },
    ],
  },
  {
    name: 'the date of an answer against its sending',
    why: 'Both ends of a request are compared with its date; but an answer that took two seconds then seems to come from the future.',
    edits: [
      {
        file: 'lib/clock.ts',
        find: '[sentAt - (earliest + dateStepMs), earliest - answeredAt]',
        replace: '[sentAt - (earliest + dateStepMs), earliest - sentAt]',
      },
    ],
  },
  {
    name: 'whatever has the form of a number is shown',
    why: 'The form of a number shows no name; but a short name in capitals has that form, and only a digit makes a number of it.',
    edits: [
      {
        file: 'lib/typed-text.ts',
        find: String.raw`(hasForm(typed) && /\d/.test(typed) ? typed : hidden)`,
        replace: '(hasForm(typed) ? typed : hidden)',
      },
    ],
  },
  {
    name: 'an empty line ends a quote',
    why: 'An empty line has nothing to mark; but what stands beneath it then belongs to no quote, and to nobody.',
    edits: [
      {
        file: 'lib/quoted.ts',
        find: "(line === '' ? '>' : `> ${line}`)",
        replace: "(line === '' ? '' : `> ${line}`)",
      },
    ],
  },
  {
    name: 'a full day takes no repeat',
    why: 'A day that is full takes nothing more; but what it has counted already needs no room, and its repeat asks a person.',
    edits: [
      {
        file: 'lib/state/day-count.ts',
        find: '(size(#keys) < :most OR contains(#keys, :key))',
        replace: 'size(#keys) < :most',
      },
    ],
  },
]
