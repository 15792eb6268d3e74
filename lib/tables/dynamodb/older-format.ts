import type { HistoryEntry, InboxEvent } from '../../inbox/event.ts'

/** An event as format 1 had it: a flag said that its last wait was for a slot, and three waits shared two codes. */
type Older = InboxEvent & { queued?: true }

/** An event of format 1 as it is written now. It is stored in its new format by its next save. */
export function fromOlderFormat({ queued, ...event }: Older): InboxEvent {
  const last = event.history.findLastIndex((entry) => 'why' in entry)
  const history = event.history.map((entry, index) =>
    'why' in entry ? withCode(entry, { event, isQueued: queued === true && index === last }) : entry,
  )
  return { ...event, history }
}

type Waited = Extract<HistoryEntry, { why: unknown }>

function withCode(entry: Waited, { event, isQueued }: { event: InboxEvent; isQueued: boolean }): Waited {
  const { why } = entry
  if (why.code === 'broken_off' && why.error === undefined)
    return { ...entry, why: { code: 'ended_silently', attempts: event.attempts } }
  if (why.code === 'cause' && entry.code === 'deferred')
    return { ...entry, why: { code: isQueued ? 'pace' : 'not_ready', cause: why.cause } }
  return entry
}
