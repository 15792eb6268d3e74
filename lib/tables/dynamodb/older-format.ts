import type { HistoryEntry, InboxEvent } from '../../inbox/event.ts'
import { type Made, type Progress, progressed } from '../../inbox/progress.ts'
import type { Ending } from '../../reasons.ts'
import type { ItemId } from '../../write-kinds.ts'

type OlderProgress = Made & { done?: true; doneBy?: string; ended?: Ending; openWrite?: ItemId }
/** Format 1: a flag for slots, two codes for three waits, progress as fields, and sent writes known only at the end. */
type Older = Omit<InboxEvent, 'progress'> & { queued?: true; progress: Readonly<Record<string, OlderProgress>> }

/** An event of format 1 as it is written now. It is stored in its new format by its next save. */
export function fromOlderFormat({ queued, progress, cut, ...event }: Older): InboxEvent {
  const { history, attempts } = event
  const last = history.findLastIndex((entry) => 'why' in entry)
  return {
    ...event,
    // The next run looks up what those before have left.
    ...(event.epoch > 0 && { cut: cut ?? 1 }),
    progress: Object.fromEntries(Object.entries(progress).map(([key, one]) => [key, withState(one)])),
    history: history.map((entry, index) =>
      'why' in entry ? withCode(entry, { attempts, isQueued: queued === true && index === last }) : entry,
    ),
  }
}

const withState = ({ done, doneBy: by, ended, openWrite: open, ...made }: OlderProgress): Progress =>
  progressed(undefined, {
    ...made,
    open,
    ...(done && { done }),
    ...(by !== undefined && { by }),
    ...(ended && { ended }),
  })

type Waited = Extract<HistoryEntry, { why: unknown }>

function withCode(entry: Waited, { attempts, isQueued }: { attempts: number; isQueued: boolean }): Waited {
  const { why } = entry
  if (why.code === 'broken_off' && why.error === undefined)
    return { ...entry, why: { code: 'ended_silently', attempts } }
  if (entry.code !== 'deferred') return entry
  if (why.code === 'cause') return { ...entry, why: { code: isQueued ? 'pace' : 'not_ready', cause: why.cause } }
  if (why.code === 'broken_off') return { ...entry, why: { code: 'not_saved', error: why.error } }
  return why.code === 'owner_unknown' ? { ...entry, why: { code: 'owner_refused', cause: why.cause } } : entry
}
