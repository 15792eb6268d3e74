import * as z from 'zod'
import { commentView } from '../comment-view.ts'
import type { Operation } from '../operation.ts'
import { invalid, ok, toValidationErrors, validationMessage } from '../reply.ts'

/** docs/back-office.md 6.1 */
const commentBody = z
  .object({
    referenceType: z.string().min(1),
    referenceValue: z.int(),
    text: z.string().min(1),
    isVisibleForContact: z.boolean(),
    userId: z.int().nullish(),
  })
  .superRefine((comment, context) => {
    if (comment.isVisibleForContact || typeof comment.userId === 'number') return
    const message = 'The user id field is required when is visible for contact is false.'
    context.addIssue({ code: 'custom', path: ['userId'], message })
  })

/** The answer is the comment as reads show it (docs/back-office.md 6.1). */
export const createComment: Operation = {
  method: 'POST',
  template: '/rest/comments',
  right: 'comments.create',
  answer: ({ world, body }) => {
    const parsed = commentBody.safeParse(body, { error: validationMessage })
    if (!parsed.success) return invalid(toValidationErrors(parsed.error))
    const { userId, ...comment } = parsed.data
    if (comment.referenceType === 'order' && !world.store.orders.get(comment.referenceValue))
      return invalid({ referenceValue: ['The selected reference value is invalid.'] })
    const id = world.store.comments.nextId()
    return ok(
      commentView(world.store.comments.put({ id, ...comment, userId: userId ?? null, createdAtMs: world.now() })),
    )
  },
}
