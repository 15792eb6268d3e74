import type { Order } from '../back-office/schemas.ts'
import type { ReturnLine } from '../inbox/event.ts'
import type { Intent, OrderMemory } from '../state/order-memory.ts'
import { linesOfReturn } from './plan-return.ts'

export type Evidence = {
  /** All returns of the parent, of any status, read to the last page after settling. */
  listed: readonly Order[]
  /** Entries that the answer held besides, and that are no returns of the parent. */
  strays: number
  intent: Intent
  remembered: OrderMemory['returns']
  lines: readonly ReturnLine[]
  ownerId: number
  cancelledStatus: number
}

export type Verdict =
  /** The write happened: this is its return. */
  | { kind: 'adopt'; return: Order }
  /** The write did not happen: it may be sent again. */
  | { kind: 'absent' }
  /** Only a person can tell; the ids of what is there. */
  | { kind: 'unclear'; returnIds: number[]; why: string }

/**
 * What became of a return whose answer was lost. Absence is proven only by a list that still shows every return known when
 * the intent was recorded, and nothing that is no return of the parent. A return is ours only if it is new since then,
 * claimed by nobody, of our owner and of exactly our lines. Anything between is for a person.
 */
export function judgeReadBack(evidence: Evidence): Verdict {
  const { listed, strays, intent, remembered, lines, ownerId, cancelledStatus } = evidence
  const listedIds = new Set(listed.map((order) => order.id))
  const missing = intent.known.filter((id) => !listedIds.has(id))
  if (missing.length > 0) {
    return { kind: 'unclear', returnIds: missing, why: 'the list lacks returns that were there before' }
  }
  const fresh = listed.filter((order) => !intent.known.includes(order.id) && remembered[order.id] === undefined)
  const related = fresh.filter((order) => sharesLine(order, lines))
  if (related.length === 0) {
    return strays === 0
      ? { kind: 'absent' }
      : { kind: 'unclear', returnIds: [], why: 'the list was mixed with entries of other orders' }
  }
  // A person who looked has cancelled what was too much: what is left of it counts.
  const live = related.filter((order) => order.statusId !== cancelledStatus)
  const [only, ...others] = live.length > 0 ? live : related
  if (only && others.length === 0 && only.ownerId === ownerId && sameLines(linesOfReturn(only), lines)) {
    return { kind: 'adopt', return: only }
  }
  return { kind: 'unclear', returnIds: related.map((order) => order.id), why: 'new returns share lines with this one' }
}

/** A return whose lines cannot be tied to the parent's might be ours: it never counts as unrelated. */
function sharesLine(order: Order, lines: readonly ReturnLine[]): boolean {
  const theirs = linesOfReturn(order)
  if (theirs.length < (order.orderItems ?? []).length || theirs.length === 0) return true
  return theirs.some((line) => lines.some((ours) => ours.orderItemId === line.orderItemId))
}

/** Exactly the same pieces of the same lines. */
export function sameLines(theirs: readonly ReturnLine[], ours: readonly ReturnLine[]): boolean {
  return (
    theirs.length === ours.length &&
    ours.every((line) =>
      theirs.some((other) => other.orderItemId === line.orderItemId && Math.abs(other.quantity - line.quantity) < 1e-6),
    )
  )
}
