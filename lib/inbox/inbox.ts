import type { EndedPlace } from './ended-order.ts'
import type { EndedSummary, EventStatus, EventSummary, InboxEvent, StoredDelivery } from './event.ts'
import type { EndedStage } from './shards.ts'

export type NewEvent = { id: string; source: string; delivery: StoredDelivery; now: number; hintMs: number }

export type ListQuery = {
  status?: EventStatus
  source?: string
  orderId?: number
  /** Rows at most, 1 to 100. */
  limit: number
  /** Opaque, from the answer before. */
  cursor?: string
}

export type EndedQuery = {
  stage: EndedStage
  /** Ended at this time or before, epoch ms. */
  until: number
  /** Only what comes behind it. */
  after?: EndedPlace | undefined
  limit: number
}

/**
 * The inbox: the table is the queue and the truth. Every operation is one conditional write or one bounded read, with two
 * implementations (DynamoDB and memory) under one suite. All throw what their store throws when it cannot be reached.
 */
export type Inbox = {
  /** Stores a new event as `ready`, due at `now + hintMs` in case the hint is lost. `duplicate`: the id is there already, nothing written. */
  accept(event: NewEvent): Promise<'accepted' | 'duplicate'>
  /**
   * Takes an event for work: from `ready`, from `waiting` when due, from `running` when its lease ran out. Raises `epoch` and
   * `attempts`, sets `running` with `wakeAt = now + leaseMs`. `undefined`: there is nothing to claim.
   */
  claim(id: string, options: { now: number; leaseMs: number }): Promise<InboxEvent | undefined>
  /**
   * Writes `next` over `previous` (two versions of one event, see transitions.ts) on condition that the stored epoch is
   * still `previous.epoch` and its status `previous.status`. Throws `LostEvent` when it is not.
   */
  save(previous: InboxEvent, next: InboxEvent): Promise<void>
  /** One event, consistently read. */
  get(id: string): Promise<InboxEvent | undefined>
  /** Open events whose `wakeAt` is at or before `now`, oldest first, at most `limit`. */
  due(options: { now: number; limit: number }): Promise<EventSummary[]>
  /** Newest first. A filter without an index of its own reads a bounded number of pages: `cursor` then goes on even after few rows. */
  list(query: ListQuery): Promise<{ events: EventSummary[]; cursor?: string }>
  /** Ended events of a stage by when they ended, oldest first: failed ones; done, ignored and discarded ones; erased ones. */
  ended(query: EndedQuery): Promise<EndedSummary[]>
  /** Deletes an erased event that is still as it was found; false where it has moved since, such as by a replay. */
  remove(event: Pick<EndedSummary, 'id' | 'epoch'>): Promise<boolean>
  /**
   * Makes every `running` event due at `now`, for a local start whose predecessor is dead: its runs cannot come back, and were no
   * tries, or ten kills would use up those of an event that did nothing but wait for its order. But of many in a row that saved
   * nothing only the first 50 are given back: an event that ends the process each time must come to an end itself.
   * Answers how many leases it ended.
   */
  endLeases(now: number): Promise<number>
}

/** Somebody else moved the event: whatever was about to be written is void. */
export class LostEvent extends Error {
  override name = 'LostEvent'
}
