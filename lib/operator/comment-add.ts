import * as z from 'zod'
import { addCommentData } from '../commands.ts'
import { defineCommand } from './operator.ts'
import { requestId } from './request-id.ts'
import { submit } from './submit.ts'

/** Comments an order through the inbox; internal unless `visibleForContact` says otherwise. */
export const commentAdd = defineCommand({
  name: 'comment.add',
  input: addCommentData
    .pick({ text: true, visibleForContact: true })
    .extend({ orderId: z.int().positive(), requestId })
    .strict(),
  run: async (operator, { orderId, requestId: request, text, visibleForContact }) => {
    // To say that it is internal, and to leave it out, are one command under one requestId.
    const shown = visibleForContact ? { visibleForContact } : {}
    const event = await submit(operator, { type: 'add-comment', order: { id: orderId }, text, ...shown }, request)
    const commentId = event.ledger[0]?.comment?.commentId
    return {
      id: event.id,
      status: event.status,
      ...(commentId === undefined ? {} : { commentId }),
      ...(event.reason && { reason: event.reason }),
    }
  },
})
