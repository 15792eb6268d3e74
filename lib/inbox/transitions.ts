import type { Command } from '../commands.ts'
import type { Ending, Reason } from '../reasons.ts'
import type { EventStatus, HistoryEntry, InboxEvent, Progress } from './event.ts'
import { withClaim, withEntry } from './history.ts'
import type { NewEvent } from './inbox.ts'
import { hasOpenWrite } from './ledger.ts'
import { isOpen } from './shards.ts'

/** What every transition needs: the time, and an id of its own for the conditional write (fresh for each). */
export type Moment = { now: number; writeId: string }

type Change = {
  status?: EventStatus
  /** `undefined` removes the field. */
  fields: Partial<InboxEvent>
  entry: { what: string; [fact: string]: unknown }
}

/**
 * The event after a change; fields given as `undefined` are gone, `wakeAt` goes unless it is given with the status. With the status the
 * clock of its retention begins or ends.
 */
export function changed(event: InboxEvent, { now, writeId }: Moment, { status, fields, entry }: Change): InboxEvent {
  const history = withEntry(event.history, { at: now, ...entry } satisfies HistoryEntry)
  const endedAt = status !== undefined && hasEnded(status) ? now : undefined
  const woken = status === undefined ? {} : { status, wakeAt: undefined, endedAt, expiresAt: undefined }
  return defined({ ...event, ...woken, ...fields, cut: undefined, history, updatedAt: now, writeId })
}

/** Nothing more happens to it by itself, and no person is asked. */
const hasEnded = (status: EventStatus): boolean => status !== 'held' && !isOpen(status)

function defined<T extends object>(record: T): T {
  const copy: Partial<T> = {}
  for (const key of Object.keys(record) as (keyof T)[]) if (record[key] !== undefined) copy[key] = record[key]
  return copy as T
}

/** A new event: `ready`, due after `hintMs` in case its hint is lost. */
export function accepted({ id, source, delivery, now, hintMs }: NewEvent, writeId: string): InboxEvent {
  return {
    id,
    source,
    status: 'ready',
    wakeAt: now + hintMs,
    epoch: 0,
    attempts: 0,
    delivery,
    ledger: [],
    history: [{ at: now, what: 'accepted' }],
    receivedAt: now,
    updatedAt: now,
    writeId,
  }
}

/**
 * Takes an event for work: from `ready`, from `waiting` when due, from `running` when its lease ran out. The attempt is counted
 * here, so that crashes count. `undefined`: there is nothing to claim.
 */
export function claimed(
  event: InboxEvent,
  { now, writeId, leaseMs }: Moment & { leaseMs: number },
): InboxEvent | undefined {
  const due = event.wakeAt !== undefined && event.wakeAt <= now
  if (event.status !== 'ready' && !(due && (event.status === 'waiting' || event.status === 'running'))) return undefined
  const { epoch, attempts } = event
  const history = withClaim(event.history, { at: now, attempt: attempts + 1 })
  const taken = { status: 'running', wakeAt: now + leaseMs, epoch: epoch + 1, attempts: attempts + 1 } as const
  return { ...event, ...taken, history, updatedAt: now, writeId }
}

type Made = {
  ledger?: Progress[] | undefined
  commands?: Command[] | undefined
  orderId?: number | undefined
  /** What is left of the waived reasons once one was honoured. */
  waived?: string[] | undefined
  /** The history's word for it, and redacted facts. */
  what: string
  facts?: Record<string, unknown> | undefined
}

/** Real progress of the run that has claimed the event: what is given replaces what was. The lease stays as it is. */
export function withProgress(event: InboxEvent, { now, writeId, what, facts, ...made }: Moment & Made): InboxEvent {
  mustRun(event, what)
  const fields = { ...defined(made), deferredSince: undefined }
  return changed(event, { now, writeId }, { fields, entry: { ...facts, what } })
}

type Wait = {
  until: number
  /** True where the wait is nobody's fault (pace, closed login, settling, order busy): the attempt is given back. */
  deferral: boolean
  /** The wait is for its turn at the pace, which may take as long as the queue is: it does not count as being put off. */
  queued?: boolean | undefined
  /** The wait ends by itself at a time of its own: whatever else it is put off for counts from here. */
  ownLimit?: true | undefined
  /** Short and redacted, for the history. */
  why: string
}

/** The run ends and tries again at `until`. `deferredSince` tells since when nothing but deferrals happened. */
export function toWaiting(
  event: InboxEvent,
  { now, writeId, until, deferral, queued, ownLimit, why }: Moment & Wait,
): InboxEvent {
  mustRun(event, 'waiting')
  const since = ownLimit ? now : (event.deferredSince ?? now)
  const deferredSince = queued ? event.deferredSince : since
  // Jitter leaves fractions of a millisecond; what it waits for must not lie ahead of it then.
  const wakeAt = Math.ceil(until)
  const waits: Partial<InboxEvent> = { wakeAt, queued: queued ? true : undefined }
  const fields: Partial<InboxEvent> = deferral
    ? { ...waits, attempts: Math.max(0, event.attempts - 1), deferredSince }
    : { ...waits, deferredSince: undefined }
  const entry = { what: deferral ? 'deferred' : 'waiting', why, until: wakeAt }
  return changed(event, { now, writeId }, { status: 'waiting', fields, entry })
}

/** Everything is done. An event whose write has no known outcome cannot be: that is a bug and flies. */
export function toDone(event: InboxEvent, moment: Moment): InboxEvent {
  mustRun(event, 'done')
  if (hasOpenWrite(event.ledger))
    throw new Error(`event ${event.id} cannot be done: a write of it has no known outcome`)
  const fields = { reason: undefined, deferredSince: undefined }
  return changed(event, moment, { status: 'done', fields, entry: { what: 'done' } })
}

/**
 * The event ends otherwise. With a write of unknown outcome it is `held` as `outcome_unclear`, whatever the ending says: a write that
 * the back office provably refused must be taken back from the ledger before.
 */
export function toEnded(event: InboxEvent, ending: Ending, moment: Moment): InboxEvent {
  mustRun(event, ending.status)
  const unclear = ending.status !== 'held' && hasOpenWrite(event.ledger)
  const status = unclear ? 'held' : ending.status
  const reason: Reason = unclear
    ? { code: 'outcome_unclear', text: `A write may have happened. ${ending.reason.text}` }
    : ending.reason
  const fields = {
    reason: { code: reason.code, text: reason.text.slice(0, 1_000).toWellFormed() },
    deferredSince: undefined,
  }
  return changed(event, moment, { status, fields, entry: { what: status, reason: reason.code } })
}

function mustRun(event: InboxEvent, what: string): void {
  if (event.status !== 'running')
    throw new Error(`event ${event.id} is ${event.status}: only a claimed event can be ${what}`)
}
