import type { Order } from '../back-office/resources/schemas.ts'
import type { NewOrderBody } from '../commands.ts'
import type { ReturnLine } from '../inbox/event.ts'
import type { Intent, OrderMemory } from '../state/order-memory.ts'
import { fingerprintOf } from './fingerprint.ts'

type Listed = {
  /** All returns of the parent, or all orders of the number, of any status, read to the last page after settling. */
  listed: readonly Order[]
  /** Entries that the answer held besides, and that were not asked for. */
  strays: number
  intent: Pick<Intent, 'known'>
  remembered: OrderMemory['returns']
  ownerId: number
  cancelledStatus: number
}
export type Evidence = Listed & { lines: readonly ReturnLine[] }
export type NumberEvidence = Listed & { body: Pick<NewOrderBody, 'orderItems'> }

export type Verdict =
  /** The write happened: this is its return, or order. */
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
export function judgeReadBack({ lines, ...evidence }: Evidence): Verdict {
  return judge(evidence, {
    isRelated: (order) => sharesLine(order, lines),
    isOurs: (order) => sameLines(linesOfReturn(order), lines),
    words: { missing: 'returns', fresh: 'new returns share lines with this one' },
  })
}

/** The same for a new order: whatever carries its number since then may be it. */
export function judgeNewOrder({ body, ...evidence }: NumberEvidence): Verdict {
  return judge(evidence, {
    isRelated: () => true,
    isOurs: (order) => hasLinesOf(order, body),
    words: { missing: 'orders of its number', fresh: 'new orders carry its number, but differ from it' },
  })
}

/** Exactly the same pieces of the same articles. */
export const hasLinesOf = ({ orderItems }: Order, body: Pick<NewOrderBody, 'orderItems'>): boolean =>
  fingerprintOf('order', orderItems ?? []) === fingerprintOf('order', body.orderItems)

type Question = {
  isRelated(order: Order): boolean
  isOurs(order: Order): boolean
  words: { missing: string; fresh: string }
}

function judge(evidence: Listed, { isRelated, isOurs, words }: Question): Verdict {
  const { listed, strays, intent, remembered, ownerId, cancelledStatus } = evidence
  const listedIds = new Set(listed.map((order) => order.id))
  const missing = intent.known.filter((id) => !listedIds.has(id))
  if (missing.length > 0) {
    return { kind: 'unclear', returnIds: missing, why: `the list lacks ${words.missing} that were there before` }
  }
  const fresh = listed.filter((order) => !intent.known.includes(order.id) && remembered[order.id] === undefined)
  const related = fresh.filter(isRelated)
  if (related.length === 0) {
    return strays === 0
      ? { kind: 'absent' }
      : { kind: 'unclear', returnIds: [], why: 'the list was mixed with entries of other orders' }
  }
  // A person who looked has cancelled what was too much: what is left of it counts.
  const live = related.filter((order) => order.statusId !== cancelledStatus)
  const [only, ...others] = live.length > 0 ? live : related
  if (only && others.length === 0 && only.ownerId === ownerId && isOurs(only)) {
    return { kind: 'adopt', return: only }
  }
  return { kind: 'unclear', returnIds: related.map((order) => order.id), why: words.fresh }
}

/** A return's lines as pieces of the parent's lines, without those that name none. */
export function linesOfReturn(order: Order): ReturnLine[] {
  return (order.orderItems ?? []).flatMap((item) => {
    const parentLine = item.references?.find((reference) => reference.referenceType === 'parent')
    return parentLine ? [{ orderItemId: parentLine.referenceOrderItemId, quantity: item.quantity }] : []
  })
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
