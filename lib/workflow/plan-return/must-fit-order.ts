import type { NewReturn, Order } from '../../back-office/resources/schemas.ts'
import { invariant } from '../../invariant.ts'
import { tolerance } from './pieces.ts'

type Facts = { parent: Order; listed: readonly Order[]; cancelledStatus: number }

/**
 * Checks the body that is sent, whatever planned it: its lines are the order's, and no more comes back than was ordered less what the
 * order's returns name.
 */
export function mustFitOrder({ orderReferences, orderItems }: NewReturn, facts: Facts): void {
  const { parent } = facts
  const isOfOrder = orderReferences.every(({ referenceOrderId }) => referenceOrderId === parent.id)
  invariant(isOfOrder && orderItems.length > 0, 'line_of_another_order', { orderId: parent.id })
  for (const { quantity, references } of orderItems) {
    const lineId = references[0]?.referenceOrderItemId ?? 0
    const ordered = parent.orderItems?.find(({ id }) => id === lineId)
    invariant(ordered !== undefined, 'line_of_another_order', { orderId: parent.id, lineId })
    const left = ordered.quantity - returnedOf(lineId, facts)
    invariant(quantity > 0 && quantity <= left + tolerance, 'more_than_is_left', { lineId, quantity, left })
  }
}

function returnedOf(lineId: number, { listed, cancelledStatus }: Facts): number {
  const counting = listed.filter(({ statusId }) => statusId !== cancelledStatus)
  const lines = counting.flatMap(({ orderItems }) => orderItems ?? [])
  const named = lines.filter(({ references }) =>
    references?.some((one) => one.referenceType === 'parent' && one.referenceOrderItemId === lineId),
  )
  return named.reduce((sum, { quantity }) => sum + quantity, 0)
}
