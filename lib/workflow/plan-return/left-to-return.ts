import { type Constants, isCancelled } from '../../back-office/constants.ts'
import type { Order, OrderItem } from '../../back-office/resources/schemas.ts'
import { RetryLater } from '../../errors.ts'
import type { ReturnLine } from '../../state/write-record.ts'
import { isReturnable, mayBeGoods, type PlanItem, rounded, toPlanItem } from './plan-items.ts'

export type Remaining = ReadonlyMap<number, number>

export type Returned = {
  /** The parent's returns, of any status, with lines. */
  returns: readonly Order[]
  /** Lines of the returns that this bridge made, by return id: the list may not show them yet. */
  returnedByUs: ReadonlyMap<number, readonly ReturnLine[]>
  constants: Constants
}

/** Pieces of the parent's lines, by order item id, that each return took; by return id, without cancelled ones. */
export type ReturnedPieces = ReadonlyMap<number, Remaining>

/** What was ordered of each line, less the pieces of all returns that are not cancelled. Throws as `returnedPieces`. */
export const leftToReturn = (items: readonly PlanItem[], returned: Returned): Remaining =>
  lessPieces(items, returnedPieces(items, returned).values())

export function lessPieces(items: readonly PlanItem[], taken: Iterable<Remaining>): Remaining {
  const left = new Map(items.map((item) => [item.id, item.quantity]))
  for (const pieces of taken) {
    for (const [line, quantity] of pieces) left.set(line, rounded(Math.max(0, (left.get(line) ?? 0) - quantity)))
  }
  return left
}

/** By return, never more than was ordered (docs/back-office.md 5.6). Throws `RetryLater` if one shows no lines. */
export function returnedPieces(items: readonly PlanItem[], returned: Returned): ReturnedPieces {
  const { returns, returnedByUs, constants } = returned
  const left = new Map(items.map((item) => [item.id, item.quantity]))
  const goods = new Set(items.filter(isReturnable).map(({ id }) => id))
  const pieces = new Map<number, Map<number, number>>()
  const use = (returnId: number, orderItemId: number, quantity: number): number => {
    if (Number.isNaN(quantity) && goods.has(orderItemId))
      throw new RetryLater(`The back office did not show how much of line ${orderItemId} return ${returnId} has.`)
    const before = left.get(orderItemId) ?? 0
    const used = Math.max(0, Math.min(before, quantity))
    left.set(orderItemId, rounded(before - used))
    const own = pieces.get(returnId) ?? new Map<number, number>()
    if (used > 0) own.set(orderItemId, rounded((own.get(orderItemId) ?? 0) + used))
    pieces.set(returnId, own)
    return rounded(quantity - used)
  }
  const counting = returns.filter((order) => !isCancelled(order.statusId, constants.statuses))
  const lines = counting.flatMap((order) => linesOf(order).map((item) => ({ order, item, tie: tieOf(item, left) })))
  for (const { order, item, tie } of lines) if (tie !== undefined) use(order.id, tie, item.quantity)
  for (const [id, line] of notListed(returns, returnedByUs)) use(id, line.orderItemId, line.quantity)
  // Last, because they can be any line of their article: each counts for what the others leave.
  for (const { order, item, tie } of lines) {
    if (tie !== undefined || isOfAnother(order, item)) continue
    const ours = returnedByUs.get(order.id)?.map(({ orderItemId }) => orderItemId) ?? []
    let open = item.quantity
    for (const line of ofArticle(items, { order, item, constants, ours })) open = use(order.id, line.id, open)
  }
  return pieces
}

function linesOf({ id, orderItems }: Order): OrderItem[] {
  if (orderItems) return orderItems
  throw new RetryLater(`The back office did not show the lines of return ${id}.`)
}

const tieOf = ({ references }: OrderItem, parentLines: ReadonlyMap<number, unknown>): number | undefined =>
  references?.find(
    ({ referenceType, referenceOrderItemId }) => referenceType === 'parent' && parentLines.has(referenceOrderItemId),
  )?.referenceOrderItemId

/** A return can take back the goods of several orders: a line that is tied, but not to this one, is of another. */
const isOfAnother = ({ orderReferences }: Order, { references }: OrderItem): boolean =>
  new Set((orderReferences ?? []).map(({ referenceOrderId }) => referenceOrderId)).size > 1 &&
  (references ?? []).some(({ referenceType }) => referenceType === 'parent')

/** The list can lag behind our own writes: what only we know of counts as well. */
function notListed(returns: readonly Order[], returnedByUs: Returned['returnedByUs']) {
  const listed = new Set(returns.map((order) => order.id))
  return [...returnedByUs].flatMap(([id, lines]) => (listed.has(id) ? [] : lines.map((line) => [id, line] as const)))
}

/** Lines that a line without a tie can be of: first those that we returned by it (`ours`), then those of its type. */
function ofArticle(
  items: readonly PlanItem[],
  { order, item, constants, ours }: { order: Order; item: OrderItem; constants: Constants; ours: readonly number[] },
): PlanItem[] {
  if (item.itemVariationId === null && mayBeGoods(toPlanItem(item, constants)))
    throw new RetryLater(`The back office did not show which article line ${item.id} of return ${order.id} is.`)
  const rank = (line: PlanItem) => (ours.includes(line.id) ? 0 : 2) + (line.typeId === item.typeId ? 0 : 1)
  return items
    .filter((line) => isReturnable(line) && line.itemVariationId === item.itemVariationId)
    .toSorted((one, other) => rank(one) - rank(other))
}
