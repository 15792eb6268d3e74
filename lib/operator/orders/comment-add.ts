import * as z from 'zod'
import { addCommentData } from '../../commands.ts'
import { requestId, submit } from '../events/submit.ts'
import { defineCommand } from '../operator.ts'
import { madeIds, outcomeView } from '../views/event-views.ts'

/** Comments an order through the inbox; internal unless `visibleForContact` says otherwise. */
export const commentAdd = defineCommand({
  name: 'comment.add',
  input: addCommentData
    .pick({ text: true, visibleForContact: true })
    .extend({ orderId: z.int().positive(), requestId })
    .strict(),
  run: async (operator, { orderId, requestId: request, text, visibleForContact }) => {
    // `false` is the default: with and without it, the command is the same.
    const shown = visibleForContact ? { visibleForContact } : {}
    const event = await submit(operator, { type: 'add-comment', order: { id: orderId }, text, ...shown }, request)
    const [commentId] = madeIds(event).commentIds
    return outcomeView(event, { commentId }, operator.workflow.config)
  },
})
