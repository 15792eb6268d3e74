import * as z from 'zod'
import { Rejected } from '../../errors.ts'
import type { EventSummary } from '../../inbox/event.ts'
import { fitsQuery } from '../../inbox/fits-query.ts'
import { NewerFormat } from '../../inbox/format.ts'
import { conflict, newerVersion, note, type Operator } from '../operator.ts'
import { type EventFilter, eventFilter, toListQuery } from '../search/event-filter.ts'
import { findEvents } from '../search/find-events.ts'
import { summaryView } from '../views/event-views.ts'
import { mayReadOn } from '../views/pages.ts'
import { eventId, moveEvent, seen, type Transition } from './move-event.ts'

type Row = ReturnType<typeof summaryView>
type Moved = { events: Row[]; refused: { id: string; why: string }[]; more?: true }
/** A filter that few events fit is not looked through to its end, 100 rows a page. */
const mostPages = 20

/** Each for itself: one that cannot be moved is `refused`. `more`: others fit, may fit, or were not come to in time. */
export async function moveEvents(operator: Operator, many: ManyEvents, transition: Transition) {
  if ('events' in many) return await moveEach(operator, many, { meant: many.events, transition })
  const { config } = operator.workflow
  const { found, isCut } = await matching(operator, many.where, many.limit)
  const more = isCut ? { more: true as const } : {}
  if (many.dryRun) return { dryRun: true, events: found.map((event) => summaryView(event, config)), ...more }
  const query = toListQuery(many.where)
  const ifFits: Transition = async (event, how) => {
    if (fitsQuery(event, query)) return await transition(event, how)
    // A list can be a moment behind.
    throw conflict(`event ${event.id} is ${event.status} now, and fits the filter no more.`)
  }
  return { ...(await moveEach(operator, many, { meant: found, transition: ifFits })), ...more }
}

async function moveEach(
  operator: Operator,
  { note, name }: ManyEvents,
  { meant, transition }: { meant: readonly { id: string; seen?: string | undefined }[]; transition: Transition },
): Promise<Moved> {
  const moved: Moved = { events: [], refused: [] }
  for (const { id, seen } of meant) {
    if (!mayReadOn(operator)) return { ...moved, more: true }
    try {
      const event = await moveEvent(operator, { id, seen, note }, (found, how) =>
        transition(found, { ...how, bulk: name }),
      )
      moved.events.push(summaryView(event, operator.workflow.config))
    } catch (error) {
      moved.refused.push({ id, why: whyNot(error) })
    }
  }
  return moved
}

/** Throws what says nothing about this event alone. */
function whyNot(error: unknown): string {
  if (error instanceof Rejected) return error.message
  if (error instanceof NewerFormat) return newerVersion
  throw error
}

async function matching(operator: Operator, where: EventFilter, limit: number) {
  const found: EventSummary[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < mostPages; pages += 1) {
    const page = await findEvents(operator, where, { limit: 100, cursor })
    found.push(...page.events)
    cursor = page.cursor
    if (cursor === undefined || found.length > limit || !mayReadOn(operator)) break
  }
  return { found: found.slice(0, limit), isCut: cursor !== undefined || found.length > limit }
}

/** `name`: what a person calls a move of many; each event's history names it. */
const why = { note: note.optional(), name: z.string().trim().min(1).max(100).optional() }
const isNarrow = (where: EventFilter): boolean => Object.values(where).some((one) => one !== undefined)

/** Which events a command moves together: those of a filter, or named ones, each as the person saw it. */
export const byFilter = z.strictObject({
  // All events there are is nothing that anybody means.
  where: eventFilter.refine(isNarrow, 'name at least one filter of event.list, such as status'),
  limit: z.int().min(1).max(500).default(50),
  dryRun: z.boolean().default(false),
  ...why,
})

const asSeen = z.strictObject({ id: eventId, seen })
export const byIds = z.strictObject({ events: z.array(asSeen).min(1).max(50), ...why })
type ManyEvents = z.output<typeof byFilter> | z.output<typeof byIds>
