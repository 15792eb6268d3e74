import * as z from 'zod'
import { eventView } from './event-views.ts'
import { findEvent } from './find-event.ts'
import { defineCommand } from './operator.ts'

export const eventId = z.string().min(1).max(500)

/** One event with its history. */
export const eventGet = defineCommand({
  name: 'event.get',
  input: z.strictObject({ id: eventId }),
  run: async ({ workflow }, { id }) => eventView(await findEvent(workflow.inbox, id), workflow),
})
