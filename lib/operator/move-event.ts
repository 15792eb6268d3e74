import * as z from 'zod'
import { Rejected } from '../errors.ts'
import type { InboxEvent } from '../inbox/event.ts'
import { LostEvent } from '../inbox/inbox.ts'
import type { ByOperator } from '../inbox/operator-transitions.ts'
import { findEvent } from './find-event.ts'
import type { Operator } from './operator.ts'

/** The operator's own words, kept in the history. */
export const note = z.string().trim().min(1).max(500).optional()

/** Moves one event as an operator decides. Throws `Rejected` 409 if its state forbids that, or somebody else was faster. */
export async function moveEvent(
  { workflow }: Operator,
  { id, note }: { id: string; note?: string | undefined },
  transition: (event: InboxEvent, how: ByOperator) => InboxEvent | Promise<InboxEvent>,
): Promise<InboxEvent> {
  const { inbox, now, newId, timing } = workflow
  const event = await findEvent(inbox, id)
  const next = await transition(event, { now: now(), writeId: newId(), note, hintMs: timing.hintMs })
  try {
    await inbox.save(event, next)
  } catch (error) {
    if (!(error instanceof LostEvent)) throw error
    const message = `event ${id} was moved at the same moment. Look at it again.`
    throw new Rejected(message, { status: 409, cause: error })
  }
  return next
}
