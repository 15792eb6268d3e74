import type { Sentences } from '../sentences.ts'

/** A test compares these with docs/operator.md. */
export const finding: Sentences['finding'] = {
  order_gone:
    'Ask who deleted it. If it is wanted, use record.forget with its orderId, then create it again with order.create.',
  return_gone:
    'Ask who deleted it. If it is wanted, use record.forget with its returnId and orderId, then create it again with return.create.',
  return_cancelled: 'Usually nothing: it was intended.',
  return_of_another_order: 'Look at both orders: somebody has moved it.',
  comment_gone: 'If it is missed, write it again with comment.add.',
  comment_twice: 'Delete one of them in the back office: the bridge sent the comment again, and both came through.',
  return_unknown: 'Find out who else uses that user. If nobody does, look at the order: goods may come back twice.',
  write_unclear: 'Look in the back office at what the sentence names.',
}
