import type { Reason } from '../reasons.ts'

/** The orders and returns that a reason names. */
export function placesInReason(reason: Reason | undefined): number[] {
  if (!reason) return []
  const { orderId, returnId } = reason as { orderId?: number; returnId?: number }
  const ids = [...(orderId === undefined ? [] : [orderId]), ...(returnId === undefined ? [] : [returnId])]
  switch (reason.code) {
    case 'same_parcel':
    case 'order_ambiguous':
      return [...ids, ...reason.ids]
    case 'possible_duplicate':
      return reason.what === 'same_lines' ? ids : [...ids, ...reason.ids]
    case 'outcome_unclear':
      return 'kind' in reason && (reason.kind === 'return' || reason.kind === 'order') ? [...ids, ...reason.ids] : ids
    case 'withdrawal_unplaced':
      return placesInReason(reason.because)
    default:
      return ids
  }
}
