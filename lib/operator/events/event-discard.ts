import * as z from 'zod'
import { Rejected } from '../../errors.ts'
import type { InboxEvent } from '../../inbox/event.ts'
import { type ByOperator, discarded } from '../../inbox/operator-transitions.ts'
import { findOpenWrites } from '../../workflow/open-writes.ts'
import type { Workflow } from '../../workflow/workflow.ts'
import { defineCommand } from '../operator.ts'
import { eventView } from '../views/event-views.ts'
import { eventId } from './event-get.ts'
import { moveEvent, note, seen } from './move-event.ts'
import { byFilter, byIds, moveEvents } from './move-events.ts'

/** Ends events without doing them. Where the outcome of a write is unknown, the note must say what became of it. */
export const eventDiscard = defineCommand({
  name: 'event.discard',
  input: z.union([z.strictObject({ id: eventId, note, seen }), byFilter, byIds]),
  run: async (operator, input) => {
    const { workflow } = operator
    const transition = (event: InboxEvent, how: ByOperator) => discard(workflow, event, how)
    if ('id' in input) return eventView(await moveEvent(operator, input, transition), workflow)
    return await moveEvents(operator, input, transition)
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
