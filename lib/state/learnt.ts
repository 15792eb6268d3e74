import type { ParcelLines } from '../commands.ts'

export type Pieces = Readonly<Record<string, number>>

/** What earlier deliveries of a source have said of a parcel. */
export type LearntParcel = {
  /** The external number of its order, as the sender names it. */
  externalNumber?: string
  /** What people call it, such as `#1001-R1`. */
  name?: string
  lines?: ParcelLines
  /** Pieces that the sender has removed since, by its id of the parcel's line. */
  removed?: Pieces
  /** The order of the back office that its first return belongs to; set before anything is sent. */
  orderId?: number
  /** The idempotency key of what ended it. It never lives again. */
  endedBy?: string
}

/**
 * What verified deliveries have taught of parcels, in the state table; the lines of orders are in the events table, like their labels. No
 * personal data; each parcel is kept 400 days from the last time that it was taught.
 */
export type Learnt = {
  parcel(source: string, parcel: string): Promise<LearntParcel | undefined>
  /**
   * Adds to the parcel and answers all that is known of it now, in one write: what was set first stays, and of the lines the larger quantity.
   * Pieces count as removed once for each idempotency key that removes some.
   */
  learnParcel(source: string, parcel: string, learning: Learning): Promise<LearntParcel>
}
export type Learning = {
  known: Omit<LearntParcel, 'removed'>
  removed?: { by: string; pieces: Pieces }
  /** Nothing of it was made on the order that was set before: `orderId` is set anew. */
  isMoved?: boolean
  now: number
}
