import type { InboxEvent } from '../../inbox/event.ts'
import { LostEvent } from '../../inbox/inbox.ts'
import type { ByOperator } from '../../inbox/operator-transitions.ts'
import { conflict, iso, isoTime, type Operator } from '../operator.ts'
import { findEvent } from './event-get.ts'

/** The event's `updatedAt` as the person saw it: what has moved since is not moved by mistake. */
export const seen = isoTime.optional()

type Move = { id: string; note?: string | undefined; seen?: string | undefined }

/** Throws `Rejected` 409 if its state forbids that, if it has moved since it was `seen`, or if somebody else was faster. */
export async function moveEvent(
  { workflow }: Operator,
  { id, note, seen }: Move,
  transition: (event: InboxEvent, how: ByOperator) => InboxEvent | Promise<InboxEvent>,
): Promise<InboxEvent> {
  const { inbox, now, newId, timing } = workflow
  const event = await findEvent(inbox, id)
  mustBeAsSeen(event, seen)
  const next = await transition(event, { now: now(), writeId: newId(), note, hintMs: timing.hintMs })
  try {
    await inbox.save(event, next)
  } catch (error) {
    if (!(error instanceof LostEvent)) throw error
    throw movedMeanwhile(id, error)
  }
  return next
}

/** Throws `Rejected` 409 if the event has moved since. */
export function mustBeAsSeen({ id, status, updatedAt }: InboxEvent, seen: string | undefined): void {
  if (seen === undefined || iso(Date.parse(seen)) === iso(updatedAt)) return
  const now = `It is ${status} since ${iso(updatedAt)}.`
  throw conflict(`event ${id} has moved since you looked at it. ${now} Look at it again.`)
}

export const movedMeanwhile = (id: string, cause?: unknown) =>
  conflict(`event ${id} was moved at the same moment. Look at it again.`, cause)
