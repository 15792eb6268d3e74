import * as z from 'zod'
import { released } from '../inbox/operator-transitions.ts'
import { eventId } from './event-get.ts'
import { eventView } from './event-views.ts'
import { moveEvent, note, seen } from './move-event.ts'
import { defineCommand } from './operator.ts'

/** Lets a held or failed event go on where it stopped, or a waiting one now; the reason it was held for is approved once. */
export const eventRelease = defineCommand({
  name: 'event.release',
  input: z.strictObject({ id: eventId, note, seen }),
  run: async (operator, input) => eventView(await moveEvent(operator, input, released), operator.workflow),
})
