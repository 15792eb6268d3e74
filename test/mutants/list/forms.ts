import type { Mutant } from '../mutant.ts'

/** The sources of forms, and what all sources have in common. */
export const forms: readonly Mutant[] = [
  {
    name: 'a thousand is one',
    why: 'Zeros behind a point or comma say nothing; but "1,000" may be a thousand, and it is never guessed.',
    edits: [
      {
        file: 'lib/sources/form-lines.ts',
        find: '[.,]0{1,2}',
        replace: '[.,]0{1,3}',
      },
    ],
  },
  {
    name: 'the last answer counts',
    why: 'A later answer corrects an earlier one; but the first of two answers to one field counts.',
    edits: [
      {
        file: 'lib/sources/form-fields.ts',
        find: 'if (name === undefined || found.has(name) || (texts.length === 0 && !isPartial)) continue',
        replace: 'if (name === undefined || (texts.length === 0 && !isPartial)) continue',
      },
    ],
  },
  {
    name: 'the first of several order numbers',
    why: 'A form has one answer to a question; but of several numbers none is taken, because the pieces may be of any order.',
    edits: [
      {
        file: 'lib/sources/translate-form.ts',
        find: 'const externalNumber = typed.length === 1 ? parseOrderNumber(typed[0]) : undefined',
        replace: 'const externalNumber = parseOrderNumber(typed[0])',
      },
    ],
  },
  {
    name: 'a submission by the id of its delivery',
    why: 'The id of the event names the submission; but a submission that is delivered anew gets another one, and is done twice.',
    edits: [
      {
        file: 'lib/sources/typeform.ts',
        find: 'event_type: z.string(),',
        replace: 'event_id: givenName, event_type: z.string(),',
      },
      {
        file: 'lib/sources/typeform.ts',
        find: 'key: response.token,',
        replace: 'key: checked.content.event_id ?? response.token,',
      },
    ],
  },
  {
    name: 'a signature from the future',
    why: 'Only an old signature can have been captured; but one with a time far ahead can be replayed for as long.',
    edits: [
      {
        file: 'lib/sources/signature.ts',
        find: 'if (Math.abs(nowMs - timeMs) <= toleranceMs) return { ok: true }',
        replace: 'if (nowMs - timeMs <= toleranceMs) return { ok: true }',
      },
    ],
  },
  {
    name: 'a withdrawal is about the whole order',
    why: 'A default may stand behind the data as well as before it; but there it replaces the lines that were named.',
    edits: [
      {
        file: 'lib/sources/standard.ts',
        find: "{ type: 'declare-withdrawal', key: deliveryKeyOf(event), lines: 'all', ...parsed.data }",
        replace: "{ type: 'declare-withdrawal', key: deliveryKeyOf(event), ...parsed.data, lines: 'all' }",
      },
    ],
  },
  {
    name: 'the hash alone names a delivery',
    why: 'The hash is the same where a hook fires twice; but another scope of the same order may have the same hash, and is lost.',
    edits: [
      {
        file: 'lib/sources/accept/bigcommerce.ts',
        find: 'return hashKey(hash, JSON.stringify([scope, data]))',
        replace: 'return hashKey(hash)',
      },
    ],
  },
  {
    name: 'blanks make a secret longer',
    why: 'A secret is as long as its text; but blanks around it are no part of what the sender signs with.',
    edits: [
      {
        file: 'lib/sources/usable-secrets.ts',
        find: 'Buffer.byteLength(secret.trim())',
        replace: 'Buffer.byteLength(secret)',
      },
    ],
  },
]
