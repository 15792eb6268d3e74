import * as z from 'zod'
import { eventFilter } from './event-filter.ts'
import { summaryView } from './event-views.ts'
import { findEvents } from './find-events.ts'
import { defineCommand } from './operator.ts'
import { orderLinks } from './order-links.ts'

/** Events, newest first; `cursor` goes on where the answer ended, even where few rows came. */
export const eventList = defineCommand({
  name: 'event.list',
  input: eventFilter.extend({
    limit: z.int().min(1).max(100).default(50),
    cursor: z.string().max(5_000).optional(),
  }),
  run: async (operator, { limit, cursor, ...filter }) => {
    const { events, ...found } = await findEvents(operator, filter, { limit, cursor })
    const { config } = operator.workflow
    const places = [...events.map(({ orderId }) => orderId), ...(found.orders ?? [])]
    return { events: events.map((event) => summaryView(event, config)), ...found, ...orderLinks(places, config) }
  },
})
