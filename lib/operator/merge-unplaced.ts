import * as z from 'zod'
import { Rejected } from '../errors.ts'
import type { EventSummary } from '../inbox/event.ts'
import type { Inbox, ListQuery, Place } from '../inbox/inbox.ts'
import { newestFirst } from '../inbox/merge-partitions.ts'
import { parseJson } from '../parse-json.ts'

/** Where a list of two parts goes on. `at`: the cursor of the events of the orders; `behind`: the last row that was answered. */
const placeOfBoth = z.object({
  orders: z.array(z.int().positive()).max(100),
  at: z.union([z.literal('end'), z.object({ cursor: z.string() })]).optional(),
  behind: z.object({ at: z.number(), id: z.string() }).optional(),
})
type PlaceOfBoth = z.output<typeof placeOfBoth>
type Next = Omit<PlaceOfBoth, 'orders'>

export const toCursor = (place: PlaceOfBoth): string => Buffer.from(JSON.stringify(place)).toString('base64url')

/** Throws `Rejected` 400 for a cursor of another list. */
export function parsePlace(cursor: string | undefined): PlaceOfBoth | undefined {
  if (cursor === undefined) return undefined
  const parsed = parseJson(Buffer.from(cursor, 'base64url'))
  const place = placeOfBoth.safeParse(parsed.ok ? parsed.value : undefined)
  if (place.success) return place.data
  throw new Rejected('the cursor is none of this list: start without one', { status: 400 })
}

type Both = { hits: readonly EventSummary[]; place: Next | undefined; limit: number }

/** One page of both, newest first, each event once: the events of some orders, and `hits` that have no order. */
export async function mergeUnplaced(
  inbox: Inbox,
  query: Omit<ListQuery, 'limit' | 'cursor'>,
  { hits, place: { at, behind } = {}, limit }: Both,
): Promise<{ events: EventSummary[]; next?: Next }> {
  const list = async (rows: number) => await inbox.list({ ...query, limit: rows, ...(at !== 'end' && at) })
  const placed: Awaited<ReturnType<Inbox['list']>> = at === 'end' ? { events: [] } : await list(limit)
  const left = hits.filter((one) => isBehind(one, behind))
  const both = [...left.filter((one) => comesBefore(one, placed)), ...placed.events]
  const events = [...new Map(both.map((one) => [one.id, one])).values()].toSorted(byReceipt).slice(0, limit)
  const used = placed.events.filter(({ id }) => events.some((one) => one.id === id)).length
  const last = events.at(-1)
  const goesOn = last ? placeOf(last) : behind
  const next: Next = { ...(goesOn && { behind: goesOn }) }
  const reached = used === placed.events.length ? (placed.cursor ?? 'end') : used > 0 ? (await list(used)).cursor : at
  if (reached === 'end' && !left.some((one) => isBehind(one, goesOn))) return { events }
  if (reached === undefined) return { events, next }
  return {
    events,
    next: { ...next, at: typeof reached === 'string' && reached !== 'end' ? { cursor: reached } : reached },
  }
}

const placeOf = ({ id, receivedAt }: EventSummary): Place => ({ id, at: receivedAt })
const byReceipt = (one: EventSummary, other: EventSummary): number => newestFirst(placeOf(one), placeOf(other))
const isBehind = (one: EventSummary, place: Place | undefined): boolean =>
  place === undefined || newestFirst(place, placeOf(one)) < 0

/** What is older than the last row of the orders comes with a further page: others of theirs may lie between. */
function comesBefore(one: EventSummary, { events, cursor }: { events: EventSummary[]; cursor?: string }): boolean {
  if (cursor === undefined) return true
  const last = events.at(-1)
  return last !== undefined && byReceipt(one, last) < 0
}
