import { isDeepStrictEqual } from 'node:util'
import type { InboxEvent } from '../inbox/event.ts'
import { endingOf } from '../inbox/progress.ts'
import { type Ending, failed, ignored, type Several } from '../reasons.ts'
import type { RunEnd } from './retry-policy.ts'
import type { KeyedCommand } from './translate/translate-event.ts'

type Wait = Extract<RunEnd, { kind: 'wait' }>
/** One command that ended other than done; `position` counts from 1. */
type Ended = { position: number; key: string; ending: Ending }

/** One end for several commands: a wait, else one question, else the failures, else nothing new. Undefined: done. Pure. */
export function sumUp(
  { progress, withdrawal }: Pick<InboxEvent, 'progress' | 'withdrawal'>,
  { commands, waits }: { commands: readonly KeyedCommand[]; waits: readonly Wait[] },
): RunEnd | undefined {
  const [soonest] = waits.toSorted((one, other) => one.until - other.until)
  if (soonest) return soonest
  const all = commands.map(({ key }, index) => ({ position: index + 1, key, ending: endingOf(progress[key]) }))
  const ended = all.filter((one): one is Ended => one.ending !== undefined)
  const question = ended.find(({ ending }) => ending.status === 'held')
  const ending = question?.ending ?? failure(ended, commands.length) ?? nothingNew(all.map(endOf(progress)))
  // A withdrawal that was reported before is done, and is never just ignored.
  return ending && !(withdrawal && ending.reason.code === 'already_done') ? { kind: 'end', ending } : undefined
}

const mostNamed = 10

function failure(ended: readonly Ended[], of: number): Ending | undefined {
  const those = ended.flatMap(({ ending, ...which }) =>
    ending.status === 'failed' ? [{ ...which, because: ending.reason }] : [],
  )
  const [first] = those
  if (!first) return undefined
  const isOne = those.length === of && those.every(({ because }) => isDeepStrictEqual(because, first.because))
  if (isOne) return failed(first.because)
  const several: Several = { count: those.length, of, failed: those.slice(0, mostNamed) }
  return failed({ ...first.because, several })
}

/** A command's ending; `ignored` if another event had done it. Undefined: it has none. */
const endOf =
  (progress: InboxEvent['progress']) =>
  ({ key, ending }: { key: string; ending: Ending | undefined }): Ending | undefined => {
    const one = progress[key]
    return one?.state === 'done' && one.by !== undefined ? ignored({ code: 'already_done', by: one.by }) : ending
  }

/** The ending of an event of which nothing was new: it is ignored. */
const nothingNew = (ends: readonly (Ending | undefined)[]): Ending | undefined =>
  ends.every((end) => end?.status === 'ignored') ? ends[0] : undefined
