import { type Ask, orRefused, Refused, resultOf } from '../console-env.ts'
import { type EventFilter, eventFilter } from '../event-filter.ts'
import type { EventList, EventRow } from '../event-shapes.ts'

export type LookedBy = 'id' | 'email' | 'orderId' | 'externalNumber'

export type Found = {
  events: EventRow[]
  perhaps: EventRow[]
  /** What the text in the box was taken for. */
  looked: LookedBy[]
  cursor?: string | undefined
  /** There are more than are shown, and no next page. */
  isCut?: boolean
  unplaced?: { read: number; more: boolean } | undefined
  warnings: string[]
  /** The one event that was meant. */
  only?: string
}

const pageSize = 50

/** Asks for all that the fields may mean. Throws `Refused` if the operator refuses each of it. */
export async function findEvents(ask: Ask, fields: URLSearchParams): Promise<Found> {
  const own = eventFilter(fields)
  const { filters, id } = guess(fields.get('q') ?? '')
  if (id !== undefined && (await isEvent(ask, id)))
    return { events: [], perhaps: [], looked: ['id'], warnings: [], only: id }
  const cursor = fields.get('cursor') ?? undefined
  const page = { limit: pageSize, ...(cursor !== undefined && { cursor }) }
  const list = (filter: EventFilter) => resultOf<EventList>(ask, 'event.list', { ...own, ...filter, ...page })
  const answers = await Promise.all(filters.map((filter) => orRefused(list(filter))))
  const lists = answers.flatMap((answer) => (answer instanceof Refused ? [] : [answer]))
  const refused = answers.find((answer) => answer instanceof Refused)
  if (lists.length === 0 && refused) throw refused
  const events = newestFirst(lists.flatMap((list) => list.events))
  const known = new Set(events.map((event) => event.id))
  const perhaps = newestFirst(lists.flatMap((list) => list.perhaps ?? [])).filter((event) => !known.has(event.id))
  const named = filters.flatMap((filter) => Object.keys(filter) as LookedBy[])
  const mayBeId = id !== undefined && cursor === undefined
  const warnings = [...lists.flatMap(warningsOf), ...(refused && lists.length > 0 ? [refused.message] : [])]
  const [first, ...rest] = lists
  // Of two lists a page each is shown: whoever wants more names what is meant in its own field.
  const next = rest.length === 0 ? first?.cursor : undefined
  const isCut = rest.length > 0 && lists.some((list) => list.cursor !== undefined)
  // Nothing else is meant: the page of the event says that there is none.
  const isNone = events.length + perhaps.length + warnings.length === 0 && !lists.some(({ unplaced }) => unplaced?.more)
  const looked: LookedBy[] = mayBeId ? ['id', ...named] : named
  const only = mayBeId && isNone ? { only: id } : {}
  return { ...only, events, perhaps, looked, cursor: next, isCut, unplaced: unplacedOf(lists), warnings }
}

async function isEvent(ask: Ask, id: string): Promise<boolean> {
  const found = await orRefused(resultOf(ask, 'event.get', { id }))
  // What it cannot show now, its page says.
  return !(found instanceof Refused) || (found.code !== 'not_found' && found.code !== 'invalid')
}

function newestFirst(events: readonly EventRow[]): EventRow[] {
  const byId = new Map(events.map((event) => [event.id, event]))
  return [...byId.values()].sort((one, other) => other.receivedAt.localeCompare(one.receivedAt))
}

function unplacedOf(lists: readonly EventList[]): Found['unplaced'] {
  const all = lists.flatMap(({ unplaced }) => (unplaced ? [unplaced] : []))
  if (all.length === 0) return undefined
  return { read: Math.max(...all.map(({ read }) => read)), more: all.some(({ more }) => more) }
}

/** What could not be asked, in the operator's words. */
const warningsOf = ({ notAsked }: EventList): string[] =>
  (Array.isArray(notAsked) ? notAsked : [notAsked]).filter((one): one is string => typeof one === 'string')

type Guess = {
  /** What the text may be; each is asked for. */
  filters: EventFilter[]
  /** It may be the id of an event. */
  id?: string
}

/** What a person may mean by what the customer says: an e-mail, the id of an event or of an order, an order number, a label. */
export function guess(typed: string): Guess {
  const text = typed.trim()
  if (text === '') return { filters: [{}] }
  if (text.includes('@')) return { filters: [{ email: text }] }
  // Numbers of orders may have a slash too.
  if (text.includes('/')) return { filters: [{ externalNumber: text }], id: text }
  if (/^[1-9]\d{0,15}$/.test(text)) return { filters: [{ orderId: Number(text) }, { externalNumber: text }] }
  return { filters: [{ externalNumber: text }] }
}
