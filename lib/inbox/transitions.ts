import { invariant } from '../invariant.ts'
import { type Ending, held, type Wait, type WaitCost, waitCosts } from '../reasons.ts'
import { withoutUndefined } from '../without-undefined.ts'
import { type EventStatus, hasOpenWrite, type InboxEvent, isOpen, mostCutsGivenBack, type NewEntry } from './event.ts'
import { shortTexts, withClaim, withEntry, withoutClaim } from './history.ts'
import type { NewEvent } from './inbox.ts'
import type { Progress } from './progress.ts'

/** UTF-16 units of a reason's text: a server's own words can be of any length, and the event must be able to end. */
const longestText = 1_000
/** What every transition needs: the time, and an id of its own for the conditional write (fresh for each). */
export type Moment = { now: number; writeId: string }

export type Change = {
  status?: EventStatus
  /** `undefined` removes the field. */
  fields: Partial<InboxEvent>
  entry: NewEntry | undefined
}

/** The event after a change; fields given as `undefined` are gone. With another status `wakeAt` and the lease go unless they are given. */
export function changed(event: InboxEvent, { now, writeId }: Moment, { status, fields, entry }: Change): InboxEvent {
  const history = entry ? withEntry(event.history, { at: now, ...entry }) : event.history
  const endedAt = status !== undefined && hasEnded(status) ? now : undefined
  const moved =
    status === undefined ? {} : { status, wakeAt: undefined, leaseUntil: undefined, asked: undefined, endedAt }
  const isSaved = event.status === 'running'
  const saved = isSaved ? { cut: undefined, unsaved: undefined } : {}
  return withoutUndefined({ ...event, ...moved, ...fields, ...saved, history, updatedAt: now, writeId })
}

/** Whether nothing more happens to an event, by itself or by a person's answer. */
const hasEnded = (status: EventStatus): boolean => status !== 'held' && !isOpen(status)

/** A new event: `ready`, due after `hintMs` in case its hint is lost. */
export const accepted = ({ id, source, delivery, now, hintMs, by }: NewEvent, writeId: string): InboxEvent => ({
  id,
  source,
  status: 'ready',
  wakeAt: now + hintMs,
  epoch: 0,
  attempts: 0,
  delivery,
  progress: {},
  history: [{ at: now, code: 'accepted', ...(by && { by }) }],
  receivedAt: now,
  updatedAt: now,
  writeId,
})

type Claim = Moment & { leaseMs: number }

/** The claimed event: `ready`, `waiting` and due, or `running` past its lease. The attempt counts. `undefined`: not claimable. */
export function claimed(event: InboxEvent, { now, writeId, leaseMs }: Claim): InboxEvent | undefined {
  if (!isClaimable(event, now)) return undefined
  const { epoch, attempts, unsaved = 0 } = event
  const history = withClaim(event.history, { at: now, attempt: attempts + 1 })
  const taken = { status: 'running', leaseUntil: now + leaseMs, epoch: epoch + 1, attempts: attempts + 1 } as const
  return { ...event, ...taken, unsaved: unsaved + 1, history, updatedAt: now, writeId }
}

/** A running event whose process is dead: due at once, and the claim costs no attempt while it has had few such ends. */
export function leaseEnded(event: InboxEvent, { now, writeId }: Moment): InboxEvent {
  const { attempts, cut = 0, wakeAt = 0 } = event
  const isGivenBack = cut < mostCutsGivenBack
  const givenBack = isGivenBack ? { attempts: attempts - 1, cut: cut + 1, unsaved: undefined } : {}
  const history = withoutClaim(event.history)
  const due = { leaseUntil: now, wakeAt: Math.min(wakeAt, now), history, writeId }
  return withoutUndefined({ ...event, ...due, ...givenBack })
}

function isClaimable({ status, wakeAt, leaseUntil }: InboxEvent, now: number): boolean {
  if (status === 'ready') return true
  if (status === 'waiting') return wakeAt !== undefined && wakeAt <= now
  return status === 'running' && leaseUntil !== undefined && leaseUntil <= now
}

type Made = Moment & {
  progress?: Record<string, Progress>
  orderId?: number | undefined
  /** Whether it ends a series of deferrals. */
  isProgress: boolean
  entry?: NewEntry | undefined
}

/** The event with what its run has got done. The lease stays as it is. */
export function withProgress(event: InboxEvent, { entry, isProgress, now, writeId, ...made }: Made): InboxEvent {
  mustRun(event, 'running')
  const fields = { ...withoutUndefined(made), ...(isProgress && { deferredSince: undefined }) }
  return changed(event, { now, writeId }, { fields, entry })
}

type Waiting = Moment & { until: number; why: Wait }

/** The event after a run that has to wait until `until`. Only a wait that costs an attempt keeps it counted. */
export function toWaiting(event: InboxEvent, { now, writeId, until, why }: Waiting): InboxEvent {
  mustRun(event, 'waiting')
  const cost = waitCosts[why.code]
  const since: Record<WaitCost, number | undefined> = {
    attempt: undefined,
    deferral: event.deferredSince ?? now,
    own_limit: now,
    uncounted: event.deferredSince,
    pause: undefined,
  }
  const left = why.code === 'ended_silently' ? why.attempts : Math.max(0, event.attempts - 1)
  // Jitter leaves fractions of a millisecond: rounded down, the event would wake before what it waits for.
  const wakeAt = Math.ceil(until)
  const fields = { wakeAt, attempts: cost === 'attempt' ? event.attempts : left, deferredSince: since[cost] }
  const code = cost === 'attempt' ? 'waiting' : 'deferred'
  return changed(event, { now, writeId }, { status: 'waiting', fields, entry: { code, why, until: wakeAt } })
}

/**
 * A running event whose process stood still, perhaps because of it: the attempt counts, it waits as after any other, and after the last one
 * a person must look. What it has written meanwhile is looked up by the next run.
 */
export function stoodStill(event: InboxEvent, { retryScheduleMs, ...moment }: Moment & StoodStill): InboxEvent {
  const delay = retryScheduleMs[event.attempts - 1]
  const next =
    delay === undefined
      ? toEnded(event, standsStill(event), moment)
      : toWaiting(event, { ...moment, until: moment.now + delay, why: { code: 'broken_off', error: stood } })
  return { ...next, cut: Math.max(1, event.cut ?? 0) }
}
type StoodStill = { retryScheduleMs: readonly number[] }

/** The ending of an event for which processes stand still. */
export const standsStill = ({ attempts }: InboxEvent): Ending =>
  held({ code: 'invariant_broken', invariant: 'run_stood_still', facts: { runs: attempts } })

export const hasStoodStill = ({ history }: InboxEvent): boolean =>
  history.some((one) => one.code === 'waiting' && 'error' in one.why && one.why.error === stood)
const stood = 'StoodStill'

/** The event after its last step. Throws `InvariantBroken` if a write of it has an unknown outcome. */
export function toDone(event: InboxEvent, moment: Moment): InboxEvent {
  mustRun(event, 'done')
  invariant(!hasOpenWrite(event), 'end_with_open_write')
  const fields = { reason: undefined, deferredSince: undefined }
  return changed(event, moment, { status: 'done', fields, entry: { code: 'done' } })
}

/** The event after any other end. The caller has made sure that only a held event has a write of unknown outcome. */
export function toEnded(event: InboxEvent, { status, reason }: Ending, moment: Moment): InboxEvent {
  mustRun(event, status)
  const entry = { code: status, reason: reason.code }
  const fields = { reason: shortTexts(reason, longestText), deferredSince: undefined }
  return changed(event, moment, { status, fields, entry })
}

/** Only a claimed event changes by itself. */
const mustRun = ({ status }: InboxEvent, to: EventStatus): void =>
  invariant(status === 'running', 'status_not_allowed', { from: status, to })
