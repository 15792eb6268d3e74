import type { LineRef } from '../../commands.ts'
import { type Ending, failed, held } from '../../reasons.ts'
import type { Remaining } from './left-to-return.ts'
import type { LineAsked, LineTaken, LineWhy } from './line-why.ts'
import { nameOf } from './match-lines.ts'
import { type Miss, type Picks, pickAll, pickNamed } from './pick-lines.ts'
import { isPhantom, isReturnable, isReturnableKind, type PlanItem, rounded, tolerance } from './plan-items.ts'

export type PlannedLine =
  | { orderItemId: number; included: true; quantity: number; why: LineTaken; reason?: string }
  | { orderItemId: number; included: false; quantity: 0; why: LineWhy; reason?: never }

export type LinePlan = { lines: PlannedLine[]; ending?: Ending }
type Options = { orderId: number; key: string; remaining: Remaining; isCapped: boolean }

/** Named lines never come in part, unless a release has approved what is left (`isCapped`). */
export function planLines(items: readonly PlanItem[], wanted: 'all' | readonly LineRef[], options: Options): LinePlan {
  const { remaining } = options
  const picks = wanted === 'all' ? pickAll(items, remaining) : pickNamed(items, wanted, remaining)
  const lines = items.map((item) => explain(item, picks, remaining.get(item.id) ?? 0))
  const ending = endingOf(picks.misses, options) ?? (picks.taken.size === 0 ? nothing(items, options) : undefined)
  return ending ? { lines: unfulfilled(lines), ending } : { lines }
}

/** Where a plan ends none of its lines is returned, whatever it was asked for. */
export const unfulfilled = (lines: readonly PlannedLine[]): PlannedLine[] =>
  lines.map((line) => {
    if (!line.included) return line
    const why = { code: 'request_unfulfilled', asked: line.why, quantity: line.quantity } as const
    return { orderItemId: line.orderItemId, included: false, quantity: 0, why }
  })

function endingOf(misses: readonly Miss[], { orderId, key, isCapped }: Options): Ending | undefined {
  const miss = misses.find(({ kind }) => kind !== 'too-many' || !isCapped)
  if (!miss) return undefined
  const { index, line, open, fits, kind } = miss
  const asked = { orderId, line: index + 1, name: nameOf(line), orderItemIds: fits.slice(0, 20).map(({ id }) => id) }
  if (kind !== 'too-many') return failed({ code: 'line_unknown', ...asked })
  const left = rounded(line.quantity - open)
  return held({ code: 'too_many', key, ...asked, quantity: line.quantity, left })
}

function nothing(items: readonly PlanItem[], { orderId, remaining }: Options): Ending {
  const returnable = items.filter(isReturnable)
  // With an operator's release a line may be asked for of which nothing is left.
  const isLeft = returnable.some(({ id }) => (remaining.get(id) ?? 0) > tolerance)
  const what = returnable.length === 0 ? 'no_line' : isLeft ? 'nothing_asked_for' : 'nothing_left'
  return failed({ code: 'nothing_to_return', orderId, what })
}

function explain(item: PlanItem, { taken, asked }: Picks, left: number): PlannedLine {
  const pick = taken.get(item.id)
  if (pick) return { orderItemId: item.id, included: true, ...pick }
  return { orderItemId: item.id, included: false, quantity: 0, why: whyNot(item, left, asked.get(item.id)) }
}

function whyNot(item: PlanItem, left: number, asked: LineAsked | undefined): LineWhy {
  const { kind, typeId } = item
  if (!isReturnableKind(kind)) return { code: 'type_not_returned', typeId: typeId ?? 0, ...(kind && { kind }) }
  if (isPhantom(item)) return { code: 'phantom' }
  if (left <= tolerance) return { code: 'nothing_left', ...(asked && { asked }) }
  return asked === undefined ? { code: 'not_asked_for' } : { code: 'request_unfulfilled', asked }
}
