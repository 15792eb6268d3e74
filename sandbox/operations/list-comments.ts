import { commentView } from '../comment-view.ts'
import type { Operation } from '../operation.ts'
import { idParam } from '../operation.ts'
import { ok } from '../reply.ts'

/** A bare array without an envelope (docs/back-office.md 6.2). */
export const listComments: Operation = {
  method: 'GET',
  template: '/rest/comments/order/{orderId}',
  right: 'comments.read',
  answer: (call) => {
    const orderId = idParam(call, 'orderId')
    const comments = call.world.store.comments
      .list()
      .filter((comment) => comment.referenceType === 'order' && comment.referenceValue === orderId)
    return ok(comments.map(commentView))
  },
}
