import * as z from 'zod'
import { Rejected } from '../errors.ts'
import type { InboxEvent } from '../inbox/event.ts'
import { type ByOperator, discarded } from '../inbox/operator-transitions.ts'
import { findOpenWrites } from '../workflow/open-writes.ts'
import type { Workflow } from '../workflow/workflow.ts'
import { eventId } from './event-get.ts'
import { eventView } from './event-views.ts'
import { moveEvent, note, seen } from './move-event.ts'
import { defineCommand } from './operator.ts'

/** Ends an event without doing it. Where the outcome of a write is unknown, the note must say what became of it. */
export const eventDiscard = defineCommand({
  name: 'event.discard',
  input: z.strictObject({ id: eventId, note, seen }),
  run: async (operator, input) => {
    const { workflow } = operator
    return eventView(await moveEvent(operator, input, (event, how) => discard(workflow, event, how)), workflow)
  },
})

async function discard(workflow: Workflow, event: InboxEvent, how: ByOperator): Promise<InboxEvent> {
  const next = discarded(event, how)
  if (how.note === undefined && (await mayHaveWritten(workflow, event))) {
    const why = 'A run that broke off may have sent a write for it.'
    const remedy = 'Look into the back office, then say in the note what you found.'
    throw new Rejected(`event ${event.id} cannot be discarded without a note. ${why} ${remedy}`, { status: 409 })
  }
  return next
}

/** A run that broke off can leave a write that its event does not know of. The first run of an event has no such run before it. */
const mayHaveWritten = async (workflow: Workflow, event: InboxEvent): Promise<boolean> =>
  event.epoch > 1 && (await findOpenWrites(workflow, event)).length > 0
