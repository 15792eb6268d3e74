import type { ParcelLines } from '../commands.ts'

/** What earlier deliveries of a source have said of a parcel. */
export type LearntParcel = {
  /** The external number of its order, as the sender names it. */
  externalNumber?: string
  /** What people call it, such as `#1001-R1`. */
  name?: string
  lines?: ParcelLines
  /** Pieces that the sender has removed since, by its id of the parcel's line, for each idempotency key that removed some. */
  removed?: Readonly<Record<string, Readonly<Record<string, number>>>>
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
  /** Adds to the parcel and answers all that is known of it now, in one write: what was set first stays. */
  learnParcel(source: string, parcel: string, options: { known: LearntParcel; now: number }): Promise<LearntParcel>
}
