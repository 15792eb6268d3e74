import * as z from 'zod'
import { type Command, orderOf } from '../../commands.ts'
import { Rejected } from '../../errors.ts'
import { type EventSummary, type InboxEvent, wakePartOf } from '../../inbox/event.ts'
import { fitsQuery } from '../../inbox/fits-query.ts'
import { type Inbox, type ListQuery, listAll, type Place } from '../../inbox/inbox.ts'
import { newestFirst, toCursor } from '../../inbox/merge-partitions.ts'
import { plainLabel } from '../../order-label.ts'
import { sentencesOf } from '../../sentences/languages.ts'
import { say } from '../../sentences/sentences.ts'
import { externalNumberOf } from '../../workflow/kinds/new-order.ts'
import type { Workflow } from '../../workflow/workflow.ts'
import { eventId } from '../events/move-event.ts'
import { defineCommand, type Operator } from '../operator.ts'
import { commandsOf } from '../views/command-view.ts'
import { summaryView } from '../views/event-views.ts'
import { orderLinks } from '../views/order-view.ts'
import { placeIn, readable } from '../views/pages.ts'
import { type EventFilter, eventFilter, mustKnowSource, namesAny, toListQuery } from './event-filter.ts'
import { type Names, numbersNamed, type OrdersNamed, ordersNamed } from './orders-named.ts'
import { perhapsAbout } from './perhaps-about.ts'

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
  const place = page.cursor === undefined ? undefined : placeIn(placeOfBoth, page.cursor)
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

/**
 * Events, newest first; `cursor` goes on where the answer ended, even where few rows came. `perhaps`: with the first page, held events that
 * ask a person about one of the orders that were looked for. With `ids` exactly those that are there.
 */
export const eventList = defineCommand({
  name: 'event.list',
  input: eventFilter.extend({
    ids: z.array(eventId).min(1).max(100).optional(),
    limit: z.int().min(1).max(100).default(50),
    cursor: z.string().max(5_000).optional(),
  }),
  run: async (operator, { limit, cursor, ids, ...filter }) => {
    if (ids) return await eventsWith(operator.workflow, ids, filter)
    const { events, ...found } = await findEvents(operator, filter, { limit, cursor })
    const { config, inbox } = operator.workflow
    const orders = found.orders ?? (filter.orderId === undefined ? [] : [filter.orderId])
    const { asking, isCut } = await perhapsAbout(inbox, cursor === undefined ? orders : [])
    const { orderId: _, ...others } = toListQuery(filter)
    const isNews = (one: EventSummary) => fitsQuery(one, others) && events.every(({ id }) => id !== one.id)
    const perhaps = asking.filter(isNews).slice(0, limit)
    const views = (shown: readonly EventSummary[]) => shown.map((event) => summaryView(event, config))
    return {
      events: views(events),
      ...(perhaps.length > 0 && { perhaps: views(perhaps) }),
      ...(isCut && { perhapsCut: true as const }),
      ...found,
      ...orderLinks([...events.map(({ orderId }) => orderId), ...orders], config),
    }
  },
})

async function eventsWith({ inbox, config }: Workflow, ids: readonly string[], filter: EventFilter) {
  if (Object.keys(filter).length > 0) throw new Rejected('ids go with no other filter.', { status: 400 })
  return { events: (await inbox.getAll(ids)).flatMap(readable).map((event) => summaryView(event, config)) }
}

/** So many deliveries are read. */
const mostRead = 250
/** So many deliveries are in the memory at a time: one can take some MB. */
const readAtOnce = 25
/** Rows of each list that are looked through for them, a hundred a page. */
const mostPages = 5
type Query = Omit<ListQuery, 'limit' | 'cursor'>
/** `hits`: newest first. `read`: so many deliveries were looked into; `more`: others were not. */
type Unplaced = { hits: EventSummary[]; read: number; more: boolean }

/** Events without an order whose deliveries name what somebody looks for: no index knows them by that. */
async function unplacedEvents(workflow: Workflow, query: Query, names: Names): Promise<Unplaced> {
  const lists = await Promise.all(partsOf(query).map((status) => listAll(workflow.inbox, { status }, mostPages)))
  const unplaced = lists
    .flatMap(({ events }) => events)
    .filter((event) => event.orderId === undefined && fitsQuery(event, query))
    .toSorted(byReceipt)
  const wanted = unplaced.slice(0, mostRead)
  const named = new Set<string>()
  for (let from = 0; from < wanted.length; from += readAtOnce) {
    const ids = wanted.slice(from, from + readAtOnce).map(({ id }) => id)
    const read = (await workflow.inbox.getAll(ids)).flatMap(readable)
    for (const one of read) if (namesAll(workflow, one, names)) named.add(one.id)
  }
  const more = unplaced.length > wanted.length || lists.some(({ isCut }) => isCut)
  return { hits: wanted.filter(({ id }) => named.has(id)), read: wanted.length, more }
}

type Part = 'open' | 'held' | 'failed'

/** What has an order or has ended is no longer looked for. */
function partsOf({ status, orderId }: Pick<ListQuery, 'status' | 'orderId'>): Part[] {
  if (orderId !== undefined) return []
  if (status === undefined) return ['open', 'held', 'failed']
  const part = wakePartOf(status)
  return part === undefined ? [] : [part === 'due' ? 'open' : part]
}

function namesAll({ config, constants }: Workflow, event: InboxEvent, { email, numbers }: Names): boolean {
  const commands = commandsOf(event, config).map(({ command }) => command)
  const typed = new Set(commands.flatMap((command) => numbersIn(command, constants)).map(plainLabel))
  const emails = commands.flatMap(emailsIn).map(normal)
  if (email !== undefined && !emails.includes(normal(email))) return false
  return numbers.every((written) => written.map(plainLabel).some((one) => one !== '' && typed.has(one)))
}

const normal = (email: string): string => email.trim().toLowerCase()

function numbersIn(command: Command, constants: Workflow['constants']): string[] {
  if (command.type === 'create-order') return [externalNumberOf(command.body, constants) ?? []].flat()
  const order = orderOf(command)
  if (!order || 'id' in order) return []
  return 'externalNumber' in order ? [order.externalNumber] : [order.label ?? []].flat()
}

function emailsIn(command: Command): string[] {
  const order = orderOf(command)
  const email = 'email' in command ? command.email : undefined
  return [order && 'email' in order ? order.email : [], email ?? []].flat()
}

/** Where a list of two parts goes on: `at` the page of the events of the orders, `behind` the last row that was answered. */
const placeOfBoth = z.object({
  orders: z.array(z.int().positive()).max(100),
  at: z.object({ cursor: z.string() }).optional(),
  behind: z.object({ at: z.number(), id: z.string() }).optional(),
})
type Next = Omit<z.output<typeof placeOfBoth>, 'orders'>
type Both = { hits: readonly EventSummary[]; place: Next | undefined; limit: number }
type OnePage = { events: EventSummary[]; next?: Next }

/** One page of both, newest first, each event once: the events of some orders, and `hits` that have no order. */
async function mergeUnplaced(inbox: Inbox, query: Query, { hits, place, limit }: Both): Promise<OnePage> {
  const { at, behind } = place ?? {}
  const { events: placed, cursor } = await inbox.list({ ...query, limit, ...at })
  const last = placed.at(-1)
  // What is older than the last row of the orders comes with a further page: others of theirs may lie between.
  const isReached = (one: EventSummary) => cursor === undefined || (last !== undefined && byReceipt(one, last) < 0)
  const both = [...hits.filter(isReached), ...placed].filter((one) => !behind || newestFirst(behind, placeOf(one)) < 0)
  const left = [...new Map(both.map((one) => [one.id, one])).values()].toSorted(byReceipt)
  const events = left.slice(0, limit)
  const isAll = events.length === left.length
  if (isAll && cursor === undefined) return { events }
  const end = events.at(-1)
  // What did not fit comes with the same page again.
  return { events, next: { at: isAll && cursor !== undefined ? { cursor } : at, behind: end ? placeOf(end) : behind } }
}

const placeOf = ({ id, receivedAt }: EventSummary): Place => ({ id, at: receivedAt })
const byReceipt = (one: EventSummary, other: EventSummary): number => newestFirst(placeOf(one), placeOf(other))
