import * as z from 'zod'
import { addCommentData, createOrderData, publishImageData } from '../../commands.ts'
import { Rejected } from '../../errors.ts'
import { sentencesOf } from '../../sentences/languages.ts'
import { newOrderProblem } from '../../workflow/kinds/new-order.ts'
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

/** Creates a sales order through the inbox; its external number makes sure that it is created once. */
export const orderCreate = defineCommand({
  name: 'order.create',
  input: createOrderData.extend({ requestId }).strict(),
  run: async (operator, { requestId: request, body }) => {
    const command = { type: 'create-order', body } as const
    const problem = newOrderProblem([{ ...command, key: '' }], operator.workflow.constants)
    if (problem !== undefined)
      throw new Rejected(sentencesOf(operator.workflow.config).problem(problem), { status: 422 })
    const event = await submit(operator, command, request)
    const [orderId] = madeIds(event).createdOrderIds
    return outcomeView(event, { orderId }, operator.workflow.config)
  },
})

/** Makes an image of an item visible through the inbox. */
export const imagePublish = defineCommand({
  name: 'image.publish',
  input: publishImageData.extend({ requestId }).strict(),
  run: async (operator, { requestId: request, ...data }) => {
    const event = await submit(operator, { type: 'publish-image', ...data }, request)
    const [imageId] = madeIds(event).publishedImageIds
    return outcomeView(event, { imageId }, operator.workflow.config)
  },
})
