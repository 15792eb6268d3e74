import { Rejected } from '../errors.ts'
import type { EventStatus, InboxEvent, Progress } from './event.ts'
import { hasOpenWrite, hasWriteTrace } from './ledger.ts'
import { changed, type Moment } from './transitions.ts'

/** `note`: the operator's own words, kept in the history. `hintMs`: when a `ready` event is due if its hint is lost. */
export type ByOperator = Moment & { note?: string | undefined; hintMs?: number }

const defaultHintMs = 120_000

/**
 * Lets a held or failed event go on where it stopped, with all its tries again, or a waiting one right now.
 * The reason it was held for is waived once. Throws `Rejected` 409 in any other state.
 */
export function released(event: InboxEvent, { note, hintMs = defaultHintMs, ...moment }: ByOperator): InboxEvent {
  mustBe(event, ['held', 'failed', 'waiting'], 'released')
  const waived =
    event.status === 'held' && event.reason ? [...new Set([...(event.waived ?? []), event.reason.code])] : event.waived
  const attempts = event.status === 'waiting' ? event.attempts : 0
  const fields = {
    wakeAt: moment.now + hintMs,
    epoch: event.epoch + 1,
    attempts,
    deferredSince: undefined,
    queued: undefined,
    lane: undefined,
    reason: undefined,
    waived,
  }
  return changed(event, moment, { status: 'ready', fields, entry: { what: 'released', note } })
}

/**
 * Starts an event over. What was written for it stays in its ledger and is never written again; without any trace of a write it is
 * translated anew. `lane`: many are started over together, and leave room for fresh ones. Throws `Rejected` 409 for an open event, and for one
 * whose payload is erased, unless it was done: that one answers from its ledger.
 */
export function replayed(
  event: InboxEvent,
  { note, lane, hintMs = defaultHintMs, ...moment }: ByOperator & { lane?: 'replay' | undefined },
): InboxEvent {
  mustBe(event, ['held', 'failed', 'done', 'ignored', 'discarded'], 'replayed')
  const anew = !hasWriteTrace(event.ledger)
  if (!event.delivery && (anew || !event.commands)) throw erasedSince(event.id, event.erasedAt ?? event.updatedAt)
  const forgotten: Partial<InboxEvent> = anew
    ? { commands: undefined, ledger: [], waived: undefined, orderId: undefined }
    : {}
  const again = {
    wakeAt: moment.now + hintMs,
    epoch: event.epoch + 1,
    attempts: 0,
    deferredSince: undefined,
    queued: undefined,
    lane,
    reason: undefined,
  }
  return changed(event, moment, {
    status: 'ready',
    fields: { ...again, ...forgotten },
    entry: { what: 'replayed', note },
  })
}

function erasedSince(id: string, erasedAt: number): Rejected {
  const day = new Date(erasedAt).toISOString().slice(0, 10)
  const instead =
    'If it is still wanted, do it by hand (return.create, comment.add) or let its sender send it as a new delivery.'
  return new Rejected(`event ${id} cannot be replayed: its payload was erased on ${day}. ${instead}`, { status: 409 })
}

/**
 * Gives an event up. Throws `Rejected` 409 in a state that has nothing to give up, and where a write of the event has no known
 * outcome and `note` does not say what became of it.
 */
export function discarded(event: InboxEvent, { note, now, writeId }: ByOperator): InboxEvent {
  mustBe(event, ['waiting', 'held', 'failed'], 'discarded')
  if (hasOpenWrite(event.ledger) && !note?.trim()) {
    const question = 'a write of it may have happened. Look into the back office and say in a note what became of it.'
    throw new Rejected(`event ${event.id} cannot be discarded just so: ${question}`, { status: 409 })
  }
  const fields = { epoch: event.epoch + 1, deferredSince: undefined, ledger: event.ledger.map(givenUp) }
  return changed(event, { now, writeId }, { status: 'discarded', fields, entry: { what: 'discarded', note } })
}

/** A return that may be there stays one, whoever takes its order meanwhile. What else is sent is looked for before it is sent anyway. */
function givenUp(progress: Progress): Progress {
  const { return: made } = progress
  return made && made.returnId === undefined ? { ...progress, return: { ...made, givenUp: true } } : progress
}

const advice: Record<EventStatus, string> = {
  ready: 'It is worked on within minutes: wait for it to end.',
  running: 'It is being worked on: try again in a moment.',
  waiting: 'Release it to try now, or discard it.',
  held: 'Release, replay or discard it.',
  failed: 'Release, replay or discard it.',
  done: 'Only a replay can move it.',
  ignored: 'Only a replay can move it.',
  discarded: 'Only a replay can move it.',
}

function mustBe(event: InboxEvent, statuses: readonly EventStatus[], what: string): void {
  if (statuses.includes(event.status)) return
  throw new Rejected(`event ${event.id} is ${event.status} and cannot be ${what}. ${advice[event.status]}`, {
    status: 409,
  })
}
