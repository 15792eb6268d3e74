import type { Order } from '../../back-office/resources/schemas.ts'
import type { LineRef } from '../../commands.ts'
import type { Records, ReturnLine, Tells, WriteRecord } from '../../state/write-record.ts'
import { lessPieces, type Remaining, type Returned, returnedPieces } from './left-to-return.ts'
import { type Picks, pickAll, pickNamed } from './pick-lines.ts'
import { type PlanItem, rounded, tolerance } from './plan-items.ts'

/** A return that is not cancelled claims its pieces of the order. `unreported`: those that nobody of the same kind has reported yet. */
export type ParcelClaim = { returnId: number; unreported: Remaining }

type Reporting = {
  records: Records
  tells: Tells
  now: number
  /** A claim that is older is another parcel's. */
  windowMs: number
}

/** What a request could be about: pieces that its kind has not reported yet, of the order and of each claim. */
export type Unreported = { ofOrder: Remaining; claims: readonly ParcelClaim[] }

/** What a claim holds and this kind has not reported may be what is asked for. Throws as `returnedPieces`. */
export function unreportedPieces(
  items: readonly PlanItem[],
  returned: Returned,
  { records, tells, now, windowMs }: Reporting,
): Unreported {
  const claimed = [...returnedPieces(items, returned)]
  // By id: an order can have thousands of them.
  const byReturn = Map.groupBy(Object.values(records).filter(isDoneReturn), ({ id }) => id)
  const orders = new Map(returned.returns.map((order) => [order.id, order]))
  const reported = new Map(
    claimed.map(([id, pieces]) => [id, piecesReported(byReturn.get(id) ?? [], { pieces, tells })]),
  )
  const none: Remaining = new Map()
  const isRecent = (id: number) => now - madeAt(byReturn.get(id) ?? [], orders.get(id)) <= windowMs
  const [recent, old] = [claimed.filter(([id]) => isRecent(id)), claimed.filter(([id]) => !isRecent(id))]
  return {
    ofOrder: lessPieces(items, [...recent.map(([id]) => reported.get(id) ?? none), ...old.map(([, pieces]) => pieces)]),
    claims: recent.map(([returnId, pieces]) => ({
      returnId,
      unreported: less(pieces, reported.get(returnId) ?? none),
    })),
  }
}

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
export const hasLines = (
  items: readonly PlanItem[],
  lines: readonly LineRef[],
  pieces: Remaining = lessPieces(items, []),
): boolean => pickNamed(items, lines, pieces).misses.length === 0

type DoneReturn = Extract<WriteRecord, { state: 'done' }>

export const isDoneReturn = (record: WriteRecord): record is DoneReturn =>
  record.kind === 'return' && record.state === 'done'

function piecesReported(
  about: readonly DoneReturn[],
  { pieces, tells }: { pieces: Remaining; tells: Tells },
): Remaining {
  if (tells === 'hand' && about.every(({ linked }) => linked)) return pieces
  const lines = about.filter((record) => record.tells === tells).flatMap((record) => record.lines ?? [])
  const reported = new Map<number, number>()
  for (const { orderItemId, quantity } of lines) reported.set(orderItemId, (reported.get(orderItemId) ?? 0) + quantity)
  return reported
}

/** When a return was made, epoch ms; one whose age is not shown counts as new. */
function madeAt(about: readonly DoneReturn[], order: Order | undefined): number {
  const own = about.find(({ linked }) => !linked)
  const shown = Date.parse(order?.createdAt ?? '')
  return own?.at ?? (Number.isNaN(shown) ? Number.POSITIVE_INFINITY : shown)
}

const less = (pieces: Remaining, reported: Remaining): Remaining =>
  new Map([...pieces].map(([line, quantity]) => [line, rounded(Math.max(0, quantity - (reported.get(line) ?? 0)))]))

export type Covered = { returnId: number; lines: ReturnLine[] }

/** None where more is asked for than this kind can report. `isCapped`: a release has approved what is left. */
export function claimsFor(
  items: readonly PlanItem[],
  { wanted, isCapped }: { wanted: 'all' | readonly LineRef[]; isCapped: boolean },
  { ofOrder, claims }: Unreported,
): { covering: Covered[]; overlapping: number[] } {
  const whole = pick(items, wanted, ofOrder)
  const isWrong = whole.misses.some(({ kind }) => kind !== 'too-many' || !isCapped)
  if (isWrong || whole.taken.size === 0) return { covering: [], overlapping: [] }
  const found = claims.flatMap(({ returnId, unreported }) => {
    const part = pick(items, wanted, unreported)
    const covers = wanted === 'all' ? isSame(whole, part) : lacksNoMore(whole, part)
    // Of a bundle it may hold components that are not named.
    const overlaps = part.taken.size > 0 || [...whole.taken.keys()].some((id) => (unreported.get(id) ?? 0) > tolerance)
    return overlaps ? [{ returnId, lines: toLines(part), covers }] : []
  })
  return {
    covering: found.filter(({ covers }) => covers).map(({ returnId, lines }) => ({ returnId, lines })),
    overlapping: found.map(({ returnId }) => returnId),
  }
}

export const linesIn = (
  items: readonly PlanItem[],
  wanted: 'all' | readonly LineRef[],
  { unreported }: ParcelClaim,
): ReturnLine[] => toLines(pick(items, wanted, unreported))

const pick = (items: readonly PlanItem[], wanted: 'all' | readonly LineRef[], remaining: Remaining): Picks =>
  wanted === 'all' ? pickAll(items, remaining) : pickNamed(items, wanted, remaining)

const toLines = ({ taken }: Picks): ReturnLine[] =>
  [...taken].map(([orderItemId, { quantity }]) => ({ orderItemId, quantity }))

/** Of named lines the claim may hold others of the same article. */
const lacksNoMore = ({ misses: whole }: Picks, { misses: part }: Picks): boolean =>
  part.every(({ index, open }) => whole.some((miss) => miss.index === index && open - miss.open < tolerance))

const isSame = ({ taken: whole }: Picks, { taken: part }: Picks): boolean =>
  whole.size === part.size &&
  [...whole].every(([id, { quantity }]) => Math.abs(quantity - (part.get(id)?.quantity ?? 0)) < tolerance)
