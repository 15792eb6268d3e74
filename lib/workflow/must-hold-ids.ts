import { invariant, isId } from '../invariant.ts'
import type { Work } from './workflow.ts'

/** What an event stores as an id is one that the back office can have given. */
export function mustHoldIds(change: Parameters<Work['record']>[1]): void {
  const { orderId, returnId, createdOrderId, publishedImageId, comment } = change
  const commented = { commentOrderId: comment?.orderId, commentId: comment?.commentId }
  const ids = { orderId, returnId, createdOrderId, publishedImageId, ...commented }
  for (const [what, id] of Object.entries(ids)) invariant(id === undefined || isId(id), 'id_invalid', { what })
}
