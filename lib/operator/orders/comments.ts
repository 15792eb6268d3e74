import * as z from 'zod'
import { commentPlainText, isAutomaticComment } from '../../back-office/resources/comments.ts'
import { addCommentData } from '../../commands.ts'
import { requestId, submitted } from '../events/submit.ts'
import { defineCommand, id } from '../operator.ts'

/** Comments an order through the inbox; internal unless `visibleForContact` says otherwise. */
export const commentAdd = defineCommand({
  name: 'comment.add',
  input: addCommentData.pick({ text: true, visibleForContact: true }).extend({ orderId: id, requestId }).strict(),
  run: async (operator, { orderId, requestId: request, text, visibleForContact }) => {
    // `false` is the default: with and without it, the command is the same.
    const shown = visibleForContact ? { visibleForContact } : {}
    const command = { type: 'add-comment', order: { id: orderId }, text, ...shown } as const
    return await submitted(operator, command, request, ({ commentIds: [commentId] }) => ({ commentId }))
  },
})

/** As plain text: the one answer that holds customers' words. `automatic`: also what the back office wrote by itself. */
export const commentList = defineCommand({
  name: 'comment.list',
  input: z.strictObject({ orderId: id, automatic: z.boolean().default(false) }),
  run: async ({ workflow, deadlineMs }, { orderId, automatic: withAutomatic }) => {
    const { entries } = await workflow.openBackOffice({ deadlineMs }).comments.ofOrder(orderId, { withAutomatic })
    return {
      comments: entries.map((comment) => {
        const { id, createdAt, userId, isVisibleForContact } = comment
        const automatic = isAutomaticComment(comment, workflow.constants.automaticComments)
        return { id, createdAt, userId, isVisibleForContact, automatic, text: commentPlainText(comment.text) }
      }),
    }
  },
})
