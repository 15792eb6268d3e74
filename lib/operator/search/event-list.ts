import * as z from 'zod'
import { defineCommand } from '../operator.ts'
import { summaryView } from '../views/event-views.ts'
import { orderLinks } from '../views/order-view.ts'
import { eventFilter } from './event-filter.ts'
import { findEvents } from './find-events.ts'

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
