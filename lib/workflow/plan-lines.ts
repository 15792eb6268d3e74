import type { Order } from '../back-office/schemas.ts'
import type { LineRef } from '../commands.ts'
import { type Ending, failed, held } from '../reasons.ts'
import { isOfReturnableType, isPhantom, isReturnable, type PlanItem } from './plan-item.ts'

/** What a plan says of one line of the parent: in or out, how many pieces, and why. */
export type PlannedLine = { orderItemId: number; included: boolean; quantity: number; why: string; reason?: string }

/** Pieces left to return, by the parent's order item id. */
export type Remaining = ReadonlyMap<number, number>

export type LinePlan = { lines: PlannedLine[]; ending?: Ending }

/** Quantities can be decimals (goods by the metre): differences below this are rounding. */
const tolerance = 1e-6

/** Without the dust that subtracting and scaling decimals leaves behind. */
const rounded = (quantity: number): number => Number(quantity.toFixed(6))

/**
 * Chooses the lines of a return. "all" takes whatever is left of every returnable line; named lines are taken in the named
 * quantities and never in part: one that does not fit ends the plan. `capped` (an operator's release) takes what is left
 * where more was asked for.
 */
export function planLines(
  items: readonly PlanItem[],
  wanted: 'all' | readonly LineRef[],
  options: { remaining: Remaining; capped: boolean },
): LinePlan {
  const picks = wanted === 'all' ? pickAll(items, options.remaining) : pickNamed(items, wanted, options)
  const lines = items.map((item) => explain(item, picks.taken.get(item.id), options.remaining.get(item.id) ?? 0))
  if (picks.ending) return { lines, ending: picks.ending }
  if (!lines.some((line) => line.included)) {
    return { lines, ending: failed('nothing_to_return', 'No line of the order has pieces left to return.') }
  }
  return { lines }
}

type Taken = Map<number, { quantity: number; why: string; reason?: string }>
type Picks = { taken: Taken; ending?: Ending }

function pickAll(items: readonly PlanItem[], remaining: Remaining): Picks {
  const taken: Taken = new Map()
  for (const item of items.filter(isReturnable)) {
    const left = remaining.get(item.id) ?? 0
    if (left > tolerance) taken.set(item.id, { quantity: left, why: 'all lines are returned' })
  }
  return { taken }
}

function pickNamed(
  items: readonly PlanItem[],
  wanted: readonly LineRef[],
  { remaining, capped }: { remaining: Remaining; capped: boolean },
): Picks {
  const taken: Taken = new Map()
  const left = (item: PlanItem) => rounded((remaining.get(item.id) ?? 0) - (taken.get(item.id)?.quantity ?? 0))
  const named = [...wanted.entries()].map(([index, line]) => ({ index, line, matches: matching(items, line) }))
  // Masters first: a component named beside its bundle is one that the bundle brings, in whatever order they are named.
  const brought = new Map<number, number>()
  for (const { index, line, matches } of [
    ...named.filter(isIndependent),
    ...named.filter((one) => !isIndependent(one)),
  ]) {
    if (matches.length === 0) {
      return {
        taken,
        ending: failed(
          'line_unknown',
          `Line ${index + 1} of the request (${nameOf(line)}) fits no returnable line of the order.`,
        ),
      }
    }
    let open = line.quantity
    for (const item of matches) {
      const fromBundle = Math.min(open, brought.get(item.id) ?? 0)
      brought.set(item.id, rounded((brought.get(item.id) ?? 0) - fromBundle))
      open = rounded(open - fromBundle)
      const quantity = Math.min(open, left(item))
      if (quantity <= tolerance) continue
      take(taken, item, { quantity, why: `named by its ${nameOf(line)}`, reason: line.reason })
      takeComponents(taken, items, { master: item, quantity, reason: line.reason, left, brought })
      open = rounded(open - quantity)
    }
    if (open > tolerance && !capped) {
      return {
        taken,
        ending: held(
          'too_many',
          `Line ${index + 1} of the request asks for ${line.quantity} pieces, but only ${rounded(line.quantity - open)} are left to return.`,
        ),
      }
    }
  }
  return { taken }
}

function take(taken: Taken, item: PlanItem, add: { quantity: number; why: string; reason: string | undefined }): void {
  const before = taken.get(item.id)
  const quantity = rounded((before?.quantity ?? 0) + add.quantity)
  const reason = before ? before.reason : add.reason
  // A line has one reason property: the first counts, and the comment after the return names them all.
  const why =
    before && before.reason !== add.reason
      ? `${before.why}; several reasons, the first counts`
      : (before?.why ?? add.why)
  taken.set(item.id, { quantity, why, ...(reason === undefined ? {} : { reason }) })
}

/** A returned master brings all its components, scaled; never more than is left of each. */
function takeComponents(
  taken: Taken,
  items: readonly PlanItem[],
  bundle: {
    master: PlanItem
    quantity: number
    reason: string | undefined
    left: (item: PlanItem) => number
    /** Counts what came along, by component. */
    brought: Map<number, number>
  },
): void {
  const { master, quantity, reason, left, brought } = bundle
  if (master.kind !== 'bundleMaster') return
  for (const component of componentsOf(master, items)) {
    const scaled = Math.min(rounded((component.quantity * quantity) / master.quantity), left(component))
    if (scaled <= tolerance) continue
    take(taken, component, { quantity: scaled, why: 'comes along with its bundle', reason })
    brought.set(component.id, rounded((brought.get(component.id) ?? 0) + scaled))
  }
}

/**
 * Components name their master by reference (public facts, Records). Where none does, they share its SKU (specification,
 * Property 98), and stand behind it: with two masters of one SKU, up to the next master.
 */
export function componentsOf(master: PlanItem, items: readonly PlanItem[]): PlanItem[] {
  const components = items.filter((item) => item.kind === 'bundleComponent' && isReturnable(item))
  const referring = components.filter((item) =>
    item.references?.some(
      (reference) => reference.referenceType === 'bundle' && reference.referenceOrderItemId === master.id,
    ),
  )
  if (referring.length > 0) return referring
  const sku = master.sku
  if (sku === undefined) return []
  const masters = items.filter((item) => item.kind === 'bundleMaster' && item.sku === sku)
  const start = items.indexOf(master)
  const next = masters.map((other) => items.indexOf(other)).find((position) => position > start) ?? items.length
  return components.filter(
    (item) => item.sku === sku && (masters.length === 1 || (items.indexOf(item) > start && items.indexOf(item) < next)),
  )
}

const isIndependent = ({ matches }: { matches: readonly PlanItem[] }): boolean =>
  matches.every((item) => item.kind !== 'bundleComponent')

/** The lines that a name fits. A SKU or name that a bundle shares with its components means the bundle. */
function matching(items: readonly PlanItem[], line: LineRef): PlanItem[] {
  const fitting = items.filter((item) => isReturnable(item) && fits(item, line))
  if ('orderItemId' in line || 'itemVariationId' in line) return fitting
  const independent = fitting.filter((item) => item.kind !== 'bundleComponent')
  return independent.length > 0 ? independent : fitting
}

function fits(item: PlanItem, line: LineRef): boolean {
  if ('orderItemId' in line) return item.id === line.orderItemId
  if ('itemVariationId' in line) return item.itemVariationId === line.itemVariationId
  if ('sku' in line) return folded(item.sku ?? '') === folded(line.sku)
  return item.orderItemName !== null && folded(item.orderItemName) === folded(line.name)
}

const folded = (text: string): string => text.trim().toLowerCase()

const nameOf = (line: LineRef): string => {
  if ('orderItemId' in line) return `order item id ${line.orderItemId}`
  if ('itemVariationId' in line) return `variation id ${line.itemVariationId}`
  return 'sku' in line ? 'SKU' : 'name'
}

function explain(
  item: PlanItem,
  taken: { quantity: number; why: string; reason?: string } | undefined,
  left: number,
): PlannedLine {
  if (taken) return { orderItemId: item.id, included: true, ...taken }
  return { orderItemId: item.id, included: false, quantity: 0, why: whyNot(item, left) }
}

function whyNot(item: PlanItem, left: number): string {
  if (item.kind === 'shippingCosts') return 'shipping costs are not returned'
  if (!isOfReturnableType(item)) return `lines of type ${item.typeId} are not returned`
  if (isPhantom(item)) return 'a phantom line (no variation) is not returned'
  if (left <= tolerance) return 'nothing of it is left to return'
  return 'not asked for'
}

/** Pieces of each line not yet returned: ordered, less what returns that are not cancelled hold. */
export function remainingOf(parent: Order, returned: readonly { orderItemId: number; quantity: number }[]): Remaining {
  const remaining = new Map<number, number>()
  for (const item of parent.orderItems ?? []) remaining.set(item.id, item.quantity)
  for (const { orderItemId, quantity } of returned) {
    const left = remaining.get(orderItemId)
    if (left !== undefined) remaining.set(orderItemId, Math.max(0, rounded(left - quantity)))
  }
  return remaining
}
