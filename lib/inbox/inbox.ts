import type { OrderLabel, OrderLines } from '../order-label.ts'
import type { ReasonCode } from '../reasons.ts'
import type { EventStatus, EventSummary, InboxEvent, StoredDelivery } from './event.ts'

/** `by`: of what a person asks for at the operator's door. */
export type NewEvent = {
  id: string
  source: string
  delivery: StoredDelivery
  now: number
  hintMs: number
  by?: string | undefined
}

export type ListQuery = {
  /** `open`: ready, running or waiting. */
  status?: EventStatus | 'open'
  source?: string
  orderId?: number
  orderIds?: readonly number[]
  reason?: ReasonCode
  /** Received in this time, epoch ms, both ends included. Such a list is by receipt, whatever the status. */
  from?: number
  to?: number
  /** True: only withdrawals; false: only other events. */
  withdrawal?: boolean
  /** Rows at most, 1 to 100. */
  limit: number
  /** Opaque, from the answer before. */
  cursor?: string
}

export type Place = { at: number; id: string }
/** An event in its place. `read` throws `NewerFormat` for that event alone. */
export type Walked = Place & { read(): InboxEvent }

/** The table is the queue and the truth: each is one conditional write or bounded read. Throws `NewerFormat`. */
export type Inbox = {
  /** Stores a new event as `ready`, due at `now + hintMs` in case the hint is lost. `duplicate`: the id is there already, nothing written. */
  accept(event: NewEvent): Promise<'accepted' | 'duplicate'>
  /** Does what `claimed` (transitions.ts) says, in one write. `writeId`: fresh; it shows whose claim it is if the answer is lost. */
  claim(id: string, options: { now: number; leaseMs: number; writeId?: string }): Promise<InboxEvent | undefined>
  /** Writes `next` if the stored epoch and status are those of `previous`. Throws `LostEvent` when they are not. */
  save(previous: InboxEvent, next: InboxEvent): Promise<void>
  /** One event, consistently read. */
  get(id: string): Promise<InboxEvent | undefined>
  /** Events by id, consistently read, in this order; what is not there is left out. */
  getAll(ids: readonly string[]): Promise<Walked[]>
  /** Open events due at `now`, oldest first, behind `after`. Some may be claimed already: the index knows no leases. */
  due(options: { now: number; limit: number; after?: Place | undefined }): Promise<(Place & { id: string })[]>
  /** Newest first, by receipt or by `wake`. Reads a bounded number of pages: `cursor` goes on even after few rows. */
  list(query: ListQuery): Promise<{ events: EventSummary[]; cursor?: string }>
  /** All events by receipt, oldest first, behind `after`, at most `limit`. */
  walk(options: { after?: Place | undefined; limit: number }): Promise<Walked[]>
  /** One write, which repeats do not change. It expires 400 days after the last delivery that named the label. */
  learnLabel(shop: string, learnt: { label: OrderLabel; now: number }): Promise<void>
  /** The external numbers that a label of the shop has stood for, whatever its case and with or without `#`. Several: it is ambiguous. */
  numbersOfLabel(shop: string, label: string): Promise<string[]>
  /** One write that adds to what is known of an order's lines, 250 at most, and takes none away. It expires as a label does. */
  learnLines(shop: string, learnt: { externalNumber: string; lines: OrderLines; now: number }): Promise<void>
  /** Empty where nothing was learnt. */
  linesOf(shop: string, externalNumber: string): Promise<OrderLines>
}

/** Somebody else moved the event: whatever was about to be written is void. */
export class LostEvent extends Error {
  override name = 'LostEvent'
}

export type AcceptingInbox = Pick<Inbox, 'accept' | 'learnLabel' | 'learnLines'>

/** The rows of a list. `isCut`: there are more behind so many pages of 100 rows, and `cursor` goes on. */
export async function listAll(inbox: Inbox, query: Omit<ListQuery, 'limit'>, mostPages: number) {
  const events: EventSummary[] = []
  let { cursor } = query
  for (let pages = 0; pages < mostPages; pages += 1) {
    const page = await inbox.list({ ...query, limit: 100, ...(cursor !== undefined && { cursor }) })
    events.push(...page.events)
    cursor = page.cursor
    if (cursor === undefined) break
  }
  return { events, isCut: cursor !== undefined, cursor }
}
