import { type Ending, failed } from '../../reasons.ts'
import type { Records } from '../../state/write-record.ts'
import type { Kind } from './kind.ts'
import type { Locked } from './lock-item.ts'

/**
 * An item of a table holds at most 400 KB, and one that is full can never be written again: whoever locks it would break off for ever.
 * What is recorded must fit with its result beside it, and a return also with its comment.
 */
const mostBytes = { command: 300_000, comment: 350_000 }

/** An ending where there is no room for these records as well. */
export function noRoom<Seen>(
  item: Locked,
  { key, command }: Pick<Kind<Seen>, 'key' | 'command'>,
  added: Records,
): Ending | undefined {
  const most = key === command ? mostBytes.command : mostBytes.comment
  if (Buffer.byteLength(JSON.stringify({ ...item.records(), ...added })) <= most) return undefined
  const count = Object.keys(item.records()).length
  const words = `${item.id} has ${count} write records, and no room for another one. Do by hand in the back office what the event asks for, then discard the event.`
  return failed({ code: 'rejected', words })
}
