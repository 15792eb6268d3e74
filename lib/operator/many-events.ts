import * as z from 'zod'
import { type EventFilter, eventFilter } from './event-filter.ts'
import { eventId } from './event-get.ts'
import { note, seen } from './move-event.ts'

/** What a person calls a move of many; each event's history names it. */
const name = z.string().trim().min(1).max(100).optional()

const isNarrow = (where: EventFilter): boolean => Object.values(where).some((one) => one !== undefined)

/** Which events a command moves together: those of a filter, or named ones, each as the person saw it. */
export const byFilter = z.strictObject({
  // All events there are is nothing that anybody means.
  where: eventFilter.refine(isNarrow, 'name at least one filter of event.list, such as status'),
  limit: z.int().min(1).max(500).default(50),
  dryRun: z.boolean().default(false),
  note,
  name,
})

export const byIds = z.strictObject({
  events: z
    .array(z.strictObject({ id: eventId, seen }))
    .min(1)
    .max(50),
  note,
  name,
})

export type ManyEvents = z.output<typeof byFilter> | z.output<typeof byIds>
