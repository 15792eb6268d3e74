import { asSentence } from '../as-sentence.ts'
import { capital } from '../capital.ts'
import type { Sentences } from '../sentences.ts'
import { aWrite, theItem } from './phrases.ts'

export const wait: Sentences['wait'] = {
  settling: ({ kind }) =>
    `The outcome of ${aWrite[kind]} is unknown. The bridge checks it when the settling time is over.`,
  second_look: ({ kind }) =>
    `${capital(aWrite[kind])} was sent twice. The bridge checks once more whether both came through.`,
  busy: ({ item }) => `Another event works on ${theItem(item)}, or has a write of unknown outcome there.`,
  order_not_there_yet: () => 'The back office does not know the order yet.',
  login_closed: () => 'The login to the back office is closed.',
  paused: ({ source }) =>
    source === undefined
      ? 'An operator has paused all writes to the back office.'
      : `An operator has paused the source ${source}.`,
  newer_version: () => 'A newer version of the bridge has written data that this version cannot read.',
  clock_in_doubt: () => 'The clock of the function was wrong or had jumped, so it sent nothing. Another one continues.',
  broken_off: ({ error }) =>
    error === undefined
      ? 'The run before ended without a word: its function was ended, or a table could not be reached.'
      : `The run broke off (${error}): a table could not be reached, or the bridge has a bug. The log of the worker shows where.`,
  owner_unknown: ({ cause }) => asSentence(cause),
  cause: ({ cause }) => asSentence(cause),
}
