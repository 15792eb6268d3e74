import type { InboxEvent } from '../inbox/event.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Wait } from '../reasons.ts'

/** Counts how a run of an event has ended, once that is saved. */
export function countSettled(metrics: Metrics | undefined, event: InboxEvent): void {
  const { status, reason } = event
  const { why } = causeOf(event)
  if (status === 'held' && reason) metrics?.count('EventsHeld', { reason: reason.code })
  if (status === 'failed' && reason) metrics?.count('EventsFailed', { reason: reason.code })
  if (why !== undefined && event.history.at(-1)?.code === 'deferred') metrics?.count('EventsDeferred', { why })
  if (status !== 'done') return
  metrics?.count('EventsDone')
  if (Object.values(event.progress).some(({ linked }) => linked)) metrics?.count('EventsLinked')
}

/** Why a run of the event ended as it did, in codes; nothing for one that is done. */
export function causeOf({ status, reason, history, queued }: InboxEvent): { reason?: string; why?: WaitsFor } {
  const last = history.at(-1)
  if (status === 'waiting' && last && 'why' in last) return { why: queued ? 'pace' : last.why.code }
  return status !== 'done' && reason ? { reason: reason.code } : {}
}

/** `pace`: for a slot of the budget. */
type WaitsFor = Wait['code'] | 'pace'
