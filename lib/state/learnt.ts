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

/** Of a parcel. Beyond them only what is set once is learnt. */
export const mostParcelEntries = 250

/** What is learnt as entries of sets: adding them again changes nothing. */
export const toParcelEntries = ({ known: { lines = {}, commented = [] }, removed }: Learning) => ({
  commented: [...commented],
  lines: Object.entries(lines).map(([line, { shopLine, quantity }]) => JSON.stringify([line, shopLine, quantity])),
  removed: Object.entries(removed?.pieces ?? {}).map((pieces) => JSON.stringify([removed?.by, ...pieces])),
})
export type ParcelEntries = { [Set in keyof ReturnType<typeof toParcelEntries>]?: string[] | undefined }

/** What is known by these entries: of a line the largest quantity, of removals their sum. */
export function fromParcelEntries({ lines, removed, commented }: ParcelEntries) {
  const known: Record<string, ParcelLines[string]> = {}
  for (const [line, shopLine, quantity] of (lines ?? []).map(parsed))
    if (quantity > (known[line]?.quantity ?? 0)) known[line] = { shopLine, quantity }
  const pieces: Record<string, number> = {}
  for (const [, line, quantity] of (removed ?? []).map(parsed)) pieces[line] = (pieces[line] ?? 0) + quantity
  return { ...(lines && { lines: known }), ...(removed && { removed: pieces }), ...(commented && { commented }) }
}

const parsed = (entry: string): [string, string, number] => JSON.parse(entry)
