import * as z from 'zod'
import { eventStatuses } from '../inbox/event.ts'
import { summaryView } from './event-views.ts'
import { defineCommand } from './operator.ts'

/** Which events: by status, source and order, and whether they declare a withdrawal. */
export const eventFilter = z.strictObject({
  status: z.enum(eventStatuses).optional(),
  source: z.string().max(63).optional(),
  orderId: z.int().positive().optional(),
  withdrawal: z.boolean().optional(),
})

/** Events, newest first; `cursor` goes on where the answer ended, even where few rows came. */
export const eventList = defineCommand({
  name: 'event.list',
  input: eventFilter.extend({
    limit: z.int().min(1).max(100).default(50),
    cursor: z.string().max(5_000).optional(),
  }),
  run: async ({ workflow }, query) => {
    const { events, cursor } = await workflow.inbox.list(query)
    return { events: events.map(summaryView), ...(cursor === undefined ? {} : { cursor }) }
  },
})
