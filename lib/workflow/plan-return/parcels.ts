import type { Order } from '../../back-office/resources/schemas.ts'
import type { LineRef } from '../../commands.ts'
import type { HeldPieces, Records, ReturnLine, Tells, WriteRecord } from '../../state/write-record.ts'
import { lessPieces, type Remaining, type Returned, returnedPieces } from './left-to-return.ts'
import { pickNamed } from './pick-lines.ts'
import { type PlanItem, rounded } from './plan-items.ts'

/** Who reports, how, and the parcel that it names: a name within its source. `isNamed`: two of them are two facts, however alike. */
export type Report = { source: string; tells: Tells; parcel?: string | undefined; isNamed?: boolean }

type Reporting = {
  records: Records
  report: Report
  now: number
  /** A return that is older is another parcel's, unless it carries this one. */
  windowMs: number
}

/** `free`: pieces that may be what is reported, of those that it `holds`; a lower `rank` is asked first. `carries`: the very parcel. */
export type Candidate = { returnId: number; rank: number; carries: boolean; holds: Remaining; free: Remaining }
/** What a report could be about: pieces of the order that are in no return yet (`left`), and those of the candidates, oldest first. */
export type Reportable = { left: Remaining; candidates: readonly Candidate[] }

/** A source reports a piece once in each kind; its parcels share none. Throws as `returnedPieces`. */
export function reportable(items: readonly PlanItem[], returned: Returned, reporting: Reporting): Reportable {
  const { records, report, now, windowMs } = reporting
  const claimed = [...returnedPieces(items, returned)]
  // By id: an order can have thousands of them.
  const byReturn = Map.groupBy(Object.entries(records).flatMap(told), ({ returnId }) => returnId)
  const orders = new Map(returned.returns.map((order) => [order.id, order]))
  const found = claimed.map(([returnId, pieces]) => {
    const about = byReturn.get(returnId) ?? []
    const isRecent = now - madeAt(about, orders.get(returnId)) <= windowMs
    return { returnId, isRecent, holds: pieces, ...shareOf(report, { about, pieces }) }
  })
  return {
    left: lessPieces(
      items,
      claimed.map(([, pieces]) => pieces),
    ),
    candidates: found
      .filter(({ isRecent, carries }) => isRecent || carries)
      .toSorted((one, other) => one.rank - other.rank || one.returnId - other.returnId),
  }
}

/** What a record says of one return. `lines`: without those that ended with their parcel. */
type Told = HeldPieces & Report & { hasEnded: boolean; madeAt?: number }
export const sourceOf = (key: string): string => key.split('/', 1)[0] ?? ''

export function told([key, record]: [string, WriteRecord]): Told[] {
  if (!isDoneReturn(record) || record.id === undefined) return []
  const { id, lines = [], also = [], tells = 'hand', parcel, ended = [], linked, at } = record
  const gone = ended === true ? undefined : sumOf(ended)
  const still = ({ orderItemId, quantity }: ReturnLine): ReturnLine => {
    const less = Math.min(quantity, gone?.get(orderItemId) ?? (gone ? 0 : quantity))
    gone?.set(orderItemId, rounded((gone.get(orderItemId) ?? 0) - less))
    return { orderItemId, quantity: rounded(quantity - less) }
  }
  const of = { source: sourceOf(key), tells, parcel, hasEnded: ended === true || ended.length > 0 }
  return [
    { ...of, returnId: id, lines: lines.map(still), ...(!linked && { madeAt: at }) },
    ...also.map((held) => ({ ...of, returnId: held.returnId, lines: held.lines.map(still) })),
  ]
}

type Shared = { about: readonly Told[]; pieces: Remaining }

function shareOf(report: Report, { about, pieces }: Shared) {
  const own = about.filter(({ source }) => source === report.source)
  const named = own.filter(({ parcel }) => parcel !== undefined)
  const isLive = ({ lines }: Told) => lines.some(({ quantity }) => quantity > 0)
  const ofIt = ({ parcel }: Told) => parcel === report.parcel
  const others = [...Map.groupBy(named.filter((one) => !ofIt(one)).filter(isLive), ({ parcel }) => parcel).values()]
  const unreported = less(pieces, reportedPieces(report, { about, pieces }))
  const carries = named.some((one) => ofIt(one) && isLive(one))
  if (report.parcel === undefined) return { carries, rank: others.length > 0 ? 1 : 0, free: unreported }
  const itsOwn = less(pieces, sumOf(others.flatMap(heldLines)))
  const reported = named.filter((one) => ofIt(one) && one.tells === report.tells).flatMap(({ lines }) => lines)
  const rank = carries ? 0 : named.some(({ hasEnded }) => hasEnded) ? 1 : others.length === 0 ? 2 : 3
  return { carries, rank, free: smaller(unreported, less(itsOwn, sumOf(reported))) }
}

/** By hand is also what the bridge did not make. */
function reportedPieces({ source, tells }: Report, { about, pieces }: Shared): Remaining {
  if (tells === 'hand' && about.every(({ madeAt: at }) => at === undefined)) return pieces
  const same = about.filter((one) => one.tells === tells && (tells === 'hand' || one.source === source))
  return sumOf(same.flatMap(({ lines }) => lines))
}

/** What one parcel holds: all its kinds report the same pieces. */
function heldLines(ofParcel: readonly Told[]): ReturnLine[] {
  const kinds = [...Map.groupBy(ofParcel, ({ tells }) => tells).values()]
  const most = new Map<number, number>()
  for (const [line, quantity] of kinds.flatMap((same) => [...sumOf(same.flatMap(({ lines }) => lines))]))
    most.set(line, Math.max(quantity, most.get(line) ?? 0))
  return [...most].map(([orderItemId, quantity]) => ({ orderItemId, quantity }))
}

/** When a return was made, epoch ms; one whose age is not shown counts as new. */
function madeAt(about: readonly Told[], order: Order | undefined): number {
  const own = about.find((one) => one.madeAt !== undefined)?.madeAt
  const shown = Date.parse(order?.createdAt ?? '')
  return own ?? (Number.isNaN(shown) ? Number.POSITIVE_INFINITY : shown)
}

export function sumOf(lines: readonly ReturnLine[]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { orderItemId, quantity } of lines) sums.set(orderItemId, rounded((sums.get(orderItemId) ?? 0) + quantity))
  return sums
}

const less = (pieces: Remaining, taken: Remaining): Remaining =>
  new Map([...pieces].map(([line, quantity]) => [line, rounded(Math.max(0, quantity - (taken.get(line) ?? 0)))]))

const smaller = (pieces: Remaining, others: Remaining): Remaining =>
  new Map([...pieces].map(([line, quantity]) => [line, Math.min(quantity, others.get(line) ?? 0)]))

export const allOf = ({ left, candidates }: Reportable): Remaining =>
  sumOf([left, ...candidates.map(({ free }) => free)].flatMap((pieces) => [...pieces].map(toLine)))

const toLine = ([orderItemId, quantity]: readonly [number, number]): ReturnLine => ({ orderItemId, quantity })

/** What the bridge has returned, by return id: the list need not show it yet. */
export const returnsIn = (records: Records): Returned['returnedByUs'] =>
  new Map(
    Object.values(records)
      .filter(isDoneReturn)
      .flatMap(({ id, linked, lines = [] }) => (id !== undefined && !linked ? [[id, lines] as const] : [])),
  )

/** Records of earlier versions do not say how they report a parcel. The source of their event does. */
export const withTells = (records: Records, tellsOf: (source: string) => Tells): Records =>
  Object.fromEntries(
    Object.entries(records).map(([key, record]) => {
      const [source = ''] = record.by.split('/')
      return [key, record.kind === 'return' ? { tells: tellsOf(source), ...record } : record]
    }),
  )

/** Whether all of these lines are among the pieces: of an order, what was ordered unless `pieces` says what counts. */
export const hasLines = (items: readonly PlanItem[], lines: readonly LineRef[], pieces?: Remaining): boolean =>
  pickNamed(items, lines, pieces ?? lessPieces(items, [])).misses.length === 0

type DoneReturn = Extract<WriteRecord, { state: 'done' }>

export const isDoneReturn = (record: WriteRecord): record is DoneReturn =>
  record.kind === 'return' && record.state === 'done'
