import type { LineRef } from '../../commands.ts'
import type { InboxEvent } from '../../inbox/event.ts'
import { type Ending, held } from '../../reasons.ts'
import type { HeldPieces, Records } from '../../state/write-record.ts'
import { isApproved, linkedTo } from '../approvals.ts'
import type { Workflow } from '../workflow.ts'
import type { Remaining } from './left-to-return.ts'
import { allOf, type Candidate, type Report, type Reportable, reportable } from './parcels.ts'
import { type Picks, pickAll, pickNamed } from './pick-lines.ts'
import { type PlanItem, planItems, tolerance } from './plan-items.ts'
import { type ReturnFacts, type ReturnRequest, refuseParent } from './plan-return.ts'

export type ParcelRequest = {
  key: string
  /** Of all that the event asks for. */
  keys: ReadonlySet<string>
  report: Report
  event: Pick<InboxEvent, 'id' | 'approvals' | 'withdrawal'>
  workflow: Pick<Workflow, 'inbox' | 'config' | 'now'>
}

type Facts = { records: Records; facts: Omit<ReturnFacts, 'key'> }
const dayMs = 86_400_000

/** Without its record nobody knows who has reported a return: it would look like a person's. */
export const windowOf = ({ parcelWindow, retention }: Workflow['config']): number =>
  Math.min(parcelWindow, retention.ledgerDays * dayMs)

/** The returns that hold pieces of the report, or a question. What a person enters is never linked by itself. */
export function sameParcel(
  { key, report, event, workflow: { config, now } }: ParcelRequest,
  { lines: wanted }: ReturnRequest,
  { records, facts }: Facts,
): Ending | Pick<Holding, 'held' | 'rest'> | undefined {
  const { parent, constants, isCapped } = facts
  const chosen = linkedTo(event, key)
  const isOff = config.sameParcel === 'off'
  const isLooked = !isOff || chosen !== undefined || report.parcel !== undefined
  if (!isLooked || refuseParent(parent, constants)) return undefined
  const items = planItems(parent, constants, facts.marketSkus)
  const question = (what: Holding['what'] | 'gone', ids: readonly number[]): Ending | undefined => {
    // The same question also where the back office lists the returns in another order.
    const asked = { key, orderId: parent.id, what, ids: ids.toSorted((one, other) => one - other) }
    return isApproved(event, 'same_parcel', asked) ? undefined : held({ code: 'same_parcel', ...asked })
  }
  const asking = { records, now: now() }
  if (chosen !== undefined) {
    // A person knows better which parcel it is, and how old.
    const anyOf = { ...asking, report: { ...report, parcel: undefined }, windowMs: Number.POSITIVE_INFINITY }
    const meant = reportable(items, facts, anyOf).candidates.find(({ returnId }) => returnId === chosen)
    return meant ? { held: [heldIn(items, wanted, meant)] } : question('gone', [chosen])
  }
  const found = reportable(items, facts, { ...asking, report, windowMs: windowOf(config) })
  // The reports of one parcel belong together all the same.
  const candidates = isOff ? found.candidates.filter(({ carries }) => carries) : found.candidates
  const holding = whoHolds(items, { wanted, isCapped }, { ...found, candidates })
  if (!holding || (holding.held.length === 0 && !holding.isDoubtful)) return undefined
  const mustAsk = holding.isDoubtful || config.sameParcel === 'hold' || report.tells === 'hand'
  return mustAsk ? question(holding.what, holding.ids) : holding
}

type Holding = {
  held: HeldPieces[]
  /** What no return holds: one more is to be made of it. */
  rest?: 'all' | LineRef[]
  /** What a person may be asked: `several`, each of these holds all of it; `part`, they hold only a part. */
  what: 'covered' | 'several' | 'part'
  ids: number[]
  /** Which of these returns is meant nobody can know. */
  isDoubtful: boolean
}

type Wish = { wanted: 'all' | readonly LineRef[]; isCapped: boolean }

/** By rank; of equal ones the oldest. Undefined: more than can be reported (`isCapped`: approved), or no such lines. */
export function whoHolds(items: readonly PlanItem[], wish: Wish, reportable: Reportable): Holding | undefined {
  const { wanted, isCapped } = wish
  const { left, candidates } = reportable
  const whole = pick(items, wanted, allOf(reportable))
  const isWrong = whole.misses.some(({ kind }) => kind !== 'too-many' || !isCapped)
  if (isWrong || whole.taken.size === 0) return undefined
  const held: HeldPieces[] = []
  let open = reachable(wanted, whole)
  let several: number[] = []
  for (const ofRank of Map.groupBy(candidates, ({ rank }) => rank).values()) {
    const parts = ofRank.filter(({ free }) => totalOf(pickNamed(items, open, free)) > tolerance)
    const covering = parts.filter(({ free }) => pickNamed(items, open, free).misses.length === 0)
    const meant = covering.length > 0 ? covering : parts
    const taken = inTurn(items, open, meant)
    const all = meant.reduce((sum, { free }) => sum + totalOf(pickNamed(items, open, free)), 0)
    const ids = meant.map(({ returnId }) => returnId)
    // Of its own parcel's returns any will do.
    const isUnequal = !meant.every(({ carries }) => carries) && !areAlike(meant)
    if (taken.total < all - tolerance && isUnequal)
      return { held, what: covering.length > 0 ? 'several' : 'part', ids, isDoubtful: true }
    if (covering.length > 1 && held.length === 0) several = ids
    held.push(...taken.held)
    open = taken.open
  }
  const ids = held.map(({ returnId }) => returnId)
  if (open.length === 0) {
    const what = several.length > 0 ? 'several' : held.length === 1 ? 'covered' : 'part'
    return { held, what, ids: several.length > 0 ? several : ids, isDoubtful: false }
  }
  if (wanted === 'all') return { held, rest: wanted, what: 'part', ids, isDoubtful: false }
  // A return can hold components of a bundle without it.
  const rest = pickNamed(items, open, left)
  const loose = candidates.filter(
    ({ returnId, free }) =>
      !ids.includes(returnId) && [...rest.asked.keys()].some((id) => (free.get(id) ?? 0) > tolerance),
  )
  const isMore = totalOf(rest) + linesOf(held) > totalOf(whole) + tolerance
  const about = [...ids, ...loose.map(({ returnId }) => returnId)]
  return { held, rest: open, what: 'part', ids: about, isDoubtful: loose.length > 0 || (isMore && held.length > 0) }
}

const heldIn = (
  items: readonly PlanItem[],
  wanted: 'all' | readonly LineRef[],
  { returnId, free }: Candidate,
): HeldPieces => ({ returnId, lines: toLines(pick(items, wanted, free)) })

const pick = (items: readonly PlanItem[], wanted: 'all' | readonly LineRef[], pieces: Remaining): Picks =>
  wanted === 'all' ? pickAll(items, pieces) : pickNamed(items, wanted, pieces)

/** As much as there is of it, by name. */
function reachable(wanted: Wish['wanted'], { taken, misses }: Picks): LineRef[] {
  if (wanted === 'all') return [...taken].map(([orderItemId, { quantity }]) => ({ orderItemId, quantity }))
  const lacking = new Map(misses.map(({ index, open }) => [index, open]))
  const lines = wanted.map((line, at) => ({ ...line, quantity: line.quantity - (lacking.get(at) ?? 0) }))
  return lines.filter(({ quantity }) => quantity > tolerance)
}

function inTurn(items: readonly PlanItem[], wanted: LineRef[], candidates: readonly Candidate[]) {
  const held: HeldPieces[] = []
  let open = wanted
  for (const { returnId, free } of candidates) {
    const part = pickNamed(items, open, free)
    if (totalOf(part) <= tolerance) continue
    held.push({ returnId, lines: toLines(part) })
    open = part.misses.map(({ line, open: quantity }) => ({ ...line, quantity }))
  }
  return { held, open, total: linesOf(held) }
}

const toLines = ({ taken }: Picks) => [...taken].map(([orderItemId, { quantity }]) => ({ orderItemId, quantity }))
const totalOf = ({ taken }: Picks): number => [...taken.values()].reduce((sum, { quantity }) => sum + quantity, 0)
const linesOf = (held: readonly HeldPieces[]): number =>
  held.flatMap(({ lines }) => lines).reduce((sum, { quantity }) => sum + quantity, 0)

/** They hold the same, or what they may be meant for is: nothing but the words of a comment depends on the choice. */
function areAlike([first, ...others]: readonly Candidate[]): boolean {
  if (!first) return true
  return others.every((one) => isSame(one.free, first.free) || isSame(one.holds, first.holds))
}

const isSame = (pieces: Remaining, others: Remaining): boolean =>
  [...new Set([...pieces.keys(), ...others.keys()])].every(
    (id) => Math.abs((pieces.get(id) ?? 0) - (others.get(id) ?? 0)) < tolerance,
  )
