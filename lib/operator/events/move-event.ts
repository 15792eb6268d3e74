import * as z from 'zod'
import { Rejected } from '../../errors.ts'
import type { InboxEvent } from '../../inbox/event.ts'
import { type Inbox, LostEvent } from '../../inbox/inbox.ts'
import type { ByOperator } from '../../inbox/operator-transitions.ts'
import { utc } from '../../sentences/sentences.ts'
import { conflict, iso, isoTime, type Operator } from '../operator.ts'

export const eventId = z.string().min(1).max(500)

export async function findEvent(inbox: Inbox, id: string): Promise<InboxEvent> {
  const event = await inbox.get(id)
  if (!event) throw new Rejected('There is no event with this id: event.list shows what there is.', { status: 404 })
  return event
}

/** The event's `updatedAt` as the person saw it: what has moved since is not moved by mistake. */
export const seen = isoTime.optional()
export type Transition = (event: InboxEvent, how: ByOperator) => InboxEvent | Promise<InboxEvent>

type Move = { id: string; note?: string | undefined; seen?: string | undefined }

/** Throws `Rejected` 409 if its state forbids that, if it has moved since it was `seen`, or if somebody else was faster. */
export async function moveEvent({ workflow, by }: Operator, { id, note, seen }: Move, transition: Transition) {
  const { inbox, now, newId, timing } = workflow
  const event = await findEvent(inbox, id)
  mustBeAsSeen(event, seen)
  const next = await transition(event, { now: now(), writeId: newId(), note, by, hintMs: timing.hintMs })
  await saveMoved(inbox, event, next)
  return next
}

/** Throws `Rejected` 409 if somebody else was faster. */
export const saveMoved = async (inbox: Inbox, event: InboxEvent, next: InboxEvent): Promise<void> =>
  await inbox.save(event, next).catch((error: unknown) => {
    throw error instanceof LostEvent ? movedMeanwhile(event.id, error) : error
  })

/** Throws `Rejected` 409 if the event has moved since. */
export function mustBeAsSeen({ id, status, updatedAt }: InboxEvent, seen: string | undefined): void {
  if (seen === undefined || iso(Date.parse(seen)) === iso(updatedAt)) return
  const now = `It is ${status} since ${utc(updatedAt)}.`
  throw conflict(`event ${id} has moved since you looked at it. ${now} Look at it again.`)
}

export const movedMeanwhile = (id: string, cause?: unknown) =>
  conflict(`event ${id} was moved at the same moment. Look at it again.`, cause)
