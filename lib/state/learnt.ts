/** A line of a shop's order, by the shop's own id of it. */
export type LearntLine = { sku?: string; name?: string }

/** The lines of a parcel by the sender's id of each: which line of the shop's order it is, and how many pieces. */
export type ParcelLines = Readonly<Record<string, { shopLine: string; quantity: number }>>

/** What earlier deliveries of a source have said of a parcel. */
export type LearntParcel = {
  /** The external number of its order, as the sender names it. */
  externalNumber?: string
  /** What people call it, such as `#1001-R1`. */
  name?: string
  lines?: ParcelLines
  /** Pieces that the sender has removed since, by its id of the parcel's line. */
  removed?: Readonly<Record<string, number>>
  /** The order of the back office that its first return belongs to; set before anything is sent. */
  orderId?: number
  /** The idempotency key of what ended it. It never lives again. */
  endedBy?: string
}

type Lines = Readonly<Record<string, LearntLine>>

/**
 * What verified deliveries have taught, in the state table: lines of orders, and parcels. No personal data; each is kept 400 days from the
 * last delivery that taught it.
 */
export type Learnt = {
  /** Adds to what is known of an order's lines; never takes one away. At most 250 lines of an order. */
  learnLines(source: string, externalNumber: string, options: { lines: Lines; now: number }): Promise<void>
  /** By the shop's line id; empty where nothing was learnt. */
  linesOf(source: string, externalNumber: string): Promise<Lines>
  parcel(source: string, parcel: string): Promise<LearntParcel | undefined>
  /** Adds to the parcel and answers all that is known of it now, in one write: what was set first stays. */
  learnParcel(source: string, parcel: string, options: { known: LearntParcel; now: number }): Promise<LearntParcel>
}
