import * as z from 'zod'
import { commentPlainText, isAutomaticComment } from '../../back-office/resources/comments.ts'
import { defineCommand } from '../operator.ts'
import { orderId } from './order-get.ts'

/** As plain text: the one answer that holds customers' words. `automatic`: also what the back office wrote by itself. */
export const commentList = defineCommand({
  name: 'comment.list',
  input: z.strictObject({ orderId, automatic: z.boolean().default(false) }),
  run: async ({ workflow, deadlineMs }, input) => {
    const { comments: ofAll } = workflow.openBackOffice({ deadlineMs })
    const { entries } = await ofAll.ofOrder(input.orderId, { withAutomatic: input.automatic })
    return {
      comments: entries.map((comment) => {
        const { id, createdAt, userId, isVisibleForContact } = comment
        const automatic = isAutomaticComment(comment, workflow.constants.automaticComments)
        return { id, createdAt, userId, isVisibleForContact, automatic, text: commentPlainText(comment.text) }
      }),
    }
  },
})
