import { Rejected } from '../errors.ts'
import type { EventSummary, InboxEvent } from '../inbox/event.ts'
import { fitsQuery } from '../inbox/fits-query.ts'
import { NewerFormat } from '../inbox/format.ts'
import type { ByOperator } from '../inbox/operator-transitions.ts'
import { type EventFilter, toListQuery } from './event-filter.ts'
import { summaryView } from './event-views.ts'
import { findEvents } from './find-events.ts'
import type { ManyEvents } from './many-events.ts'
import { moveEvent } from './move-event.ts'
import { newerVersion } from './newer-version.ts'
import type { Operator } from './operator.ts'
import { mayReadOn } from './pages.ts'

type Transition = (event: InboxEvent, how: ByOperator) => InboxEvent | Promise<InboxEvent>
type Row = ReturnType<typeof summaryView>
type Shown = { dryRun: true; events: Row[]; more?: true }
type Moved = { events: Row[]; refused: { id: string; why: string }[]; more?: true }

/** A filter that few events fit is not looked through to its end, 100 rows a page. */
const mostPages = 20

/**
 * Moves many events, each for itself: one that cannot be moved is `refused` and stops no other. `more`: others fit, may fit, or were not come
 * to within the time of the function.
 */
export async function moveEvents(operator: Operator, many: ManyEvents, transition: Transition): Promise<Shown | Moved> {
  if ('events' in many) return await moveEach(operator, many, { meant: many.events, transition })
  const { config } = operator.workflow
  const { found, isCut } = await matching(operator, many.where, many.limit)
  const more = isCut ? { more: true as const } : {}
  if (many.dryRun) return { dryRun: true, events: found.map((event) => summaryView(event, config)), ...more }
  const query = toListQuery(many.where)
  const ifFits: Transition = async (event, how) => {
    if (fitsQuery(event, query)) return await transition(event, how)
    // A list can be a moment behind.
    throw new Rejected(`event ${event.id} is ${event.status} now, and fits the filter no more.`, { status: 409 })
  }
  return { ...(await moveEach(operator, many, { meant: found, transition: ifFits })), ...more }
}

type Each = { meant: readonly { id: string; seen?: string | undefined }[]; transition: Transition }

async function moveEach(operator: Operator, { note, name }: ManyEvents, { meant, transition }: Each): Promise<Moved> {
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

async function matching(
  operator: Operator,
  where: EventFilter,
  limit: number,
): Promise<{ found: EventSummary[]; isCut: boolean }> {
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
