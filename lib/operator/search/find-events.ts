import * as z from 'zod'
import type { EventSummary } from '../../inbox/event.ts'
import { sentencesOf } from '../../sentences/languages.ts'
import { say } from '../../sentences/sentences.ts'
import { defineCommand, type Operator } from '../operator.ts'
import { summaryView } from '../views/event-views.ts'
import { orderLinks } from '../views/order-view.ts'
import { toCursor } from '../views/pages.ts'
import { type EventFilter, eventFilter, mustKnowSource, namesAny, toListQuery } from './event-filter.ts'
import { numbersNamed, type OrdersNamed, ordersNamed } from './orders-named.ts'
import { mergeUnplaced, parsePlace, type Query, type Unplaced, unplacedEvents } from './unplaced-events.ts'

/** `orders`: whose events were looked for. `unplaced`: how many events without an order were read. */
export type FoundEvents = {
  events: EventSummary[]
  cursor?: string
  orders?: number[]
  moreOrders?: true
  unplaced?: Omit<Unplaced, 'hits'>
  notAsked?: string
}
type PageSize = { limit: number; cursor?: string | undefined }

/** What a customer has named is looked for among the events of the orders that are meant, and among those without an order. */
export async function findEvents(operator: Operator, filter: EventFilter, page: PageSize): Promise<FoundEvents> {
  const { source } = filter
  if (source !== undefined && page.cursor === undefined) await mustKnowSource(operator, source)
  const query = toListQuery(filter)
  if (namesAny(filter)) return await byNames(operator, { filter, query, page })
  const { limit, cursor } = page
  return await operator.workflow.inbox.list({ ...query, limit, ...(cursor !== undefined && { cursor }) })
}

type EventSearch = { filter: EventFilter; query: Query; page: PageSize }

async function byNames(operator: Operator, { filter, query, page }: EventSearch): Promise<FoundEvents> {
  const { workflow } = operator
  const place = parsePlace(page.cursor)
  const names = { email: filter.email, numbers: await numbersNamed(workflow, filter) }
  // A further page looks at the same orders, without asking for them again.
  const { ids, more, notAsked }: OrdersNamed = place ? { ids: place.orders } : await ordersNamed(operator, names)
  const { hits, ...unplaced } = await unplacedEvents(workflow, query, names)
  const placed = { ...query, orderIds: ids }
  const { events, next } = await mergeUnplaced(workflow.inbox, placed, { hits, place, limit: page.limit })
  return {
    events,
    ...(next && { cursor: toCursor({ ...next, orders: ids }) }),
    orders: ids,
    ...(more && { moreOrders: true as const }),
    unplaced,
    ...(notAsked && { notAsked: say(sentencesOf(workflow.config).notAsked, notAsked) }),
  }
}

/** Events, newest first; `cursor` goes on where the answer ended, even where few rows came. */
export const eventList = defineCommand({
  name: 'event.list',
  input: eventFilter.extend({ limit: z.int().min(1).max(100).default(50), cursor: z.string().max(5_000).optional() }),
  run: async (operator, { limit, cursor, ...filter }) => {
    const { events, ...found } = await findEvents(operator, filter, { limit, cursor })
    const { config } = operator.workflow
    const places = [...events.map(({ orderId }) => orderId), ...(found.orders ?? [])]
    return { events: events.map((event) => summaryView(event, config)), ...found, ...orderLinks(places, config) }
  },
})
