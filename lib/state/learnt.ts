import type { ParcelLines } from '../commands.ts'

export type Pieces = Readonly<Record<string, number>>

export type LearntParcel = {
  externalNumber?: string
  /** What people call it, such as `#1001-R1`. */
  name?: string
  lines?: ParcelLines
  /** Pieces that the sender has removed since, by its id of the parcel's line. */
  removed?: Pieces
  /** The order of the back office that its first return belongs to; set before anything is sent. */
  orderId?: number
  /** The idempotency keys of reports of it that were to be told as comments, because what came back was not known. */
  commented?: readonly string[]
  /** The idempotency key of what ended it. It never lives again. */
  endedBy?: string
}

/** What verified deliveries have taught of parcels: no personal data, and kept 400 days from the last time. */
export type Learnt = {
  parcel(source: string, parcel: string): Promise<LearntParcel | undefined>
  /** Answers all that is known now. What was first stays, of lines the larger quantity; a key removes once. */
  learnParcel(source: string, parcel: string, learning: Learning): Promise<LearntParcel>
}
export type Learning = {
  known: Omit<LearntParcel, 'removed'>
  removed?: { by: string; pieces: Pieces }
  /** Nothing of it was made on the order that was set before: `orderId` is set anew. */
  isMoved?: boolean
  now: number
}
