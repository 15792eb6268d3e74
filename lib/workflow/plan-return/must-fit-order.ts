import { isCancelled, type StatusRange } from '../../back-office/constants.ts'
import type { NewReturn, Order } from '../../back-office/resources/schemas.ts'
import { invariant } from '../../invariant.ts'
import { tolerance } from './plan-items.ts'

type Facts = { parent: Order; listed: readonly Order[]; cancelled: readonly StatusRange[] }

/** Whatever planned it: its lines are the order's, and no more comes back than its returns have left. */
export function mustFitOrder({ orderReferences, orderItems }: NewReturn, facts: Facts): void {
  const { parent } = facts
  const isOfOrder = orderReferences.every(({ referenceOrderId }) => referenceOrderId === parent.id)
  invariant(isOfOrder && orderItems.length > 0, 'line_of_another_order', { orderId: parent.id })
  for (const { quantity, references } of orderItems) {
    const lineId = references[0]?.referenceOrderItemId ?? 0
    const ordered = parent.orderItems?.find(({ id }) => id === lineId)
    invariant(ordered !== undefined, 'line_of_another_order', { orderId: parent.id, lineId })
    const left = ordered.quantity - returnedOf(lineId, facts)
    const sent = sum(orderItems.filter((one) => one.references[0]?.referenceOrderItemId === lineId))
    invariant(quantity > 0 && sent <= left + tolerance, 'more_than_is_left', { lineId, quantity: sent, left })
  }
}

function returnedOf(lineId: number, { parent, listed, cancelled }: Facts): number {
  const ids = new Set(parent.orderItems?.map(({ id }) => id))
  const counting = listed.filter(({ statusId }) => !isCancelled(statusId, { cancelled }))
  const lines = counting.flatMap(({ orderItems }) => orderItems ?? [])
  // One that names several lines counts for the first of them.
  const lineOf = ({ references }: (typeof lines)[number]) =>
    references?.find((one) => one.referenceType === 'parent' && ids.has(one.referenceOrderItemId))?.referenceOrderItemId
  return sum(lines.filter((line) => lineOf(line) === lineId))
}

const sum = (lines: readonly { quantity: number }[]): number => lines.reduce((all, { quantity }) => all + quantity, 0)
