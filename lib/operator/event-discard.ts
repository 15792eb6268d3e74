import * as z from 'zod'
import { discarded } from '../inbox/operator-transitions.ts'
import { eventId } from './event-get.ts'
import { eventView } from './event-views.ts'
import { moveEvent, note } from './move-event.ts'
import { defineCommand } from './operator.ts'

/** Gives an event up. Where a write of it has no known outcome, the note must say what became of it. */
export const eventDiscard = defineCommand({
  name: 'event.discard',
  input: z.strictObject({ id: eventId, note }),
  run: async (operator, input) => eventView(await moveEvent(operator, input, discarded)),
})
