import * as z from 'zod'
import { publishImageData } from '../../commands.ts'
import { requestId, submitted } from '../events/submit.ts'
import { defineCommand, id } from '../operator.ts'

/** The images of an item, or of one of its variations, as the back office has them. */
export const imageList = defineCommand({
  name: 'image.list',
  input: z.strictObject({ itemId: id, variationId: id.optional() }),
  run: async ({ workflow, deadlineMs }, { itemId, variationId }) => {
    const { images } = workflow.openBackOffice({ deadlineMs })
    const { entries } =
      variationId === undefined ? await images.ofItem(itemId) : await images.ofVariation(itemId, variationId)
    return { images: entries }
  },
})

/** Makes an image of an item visible through the inbox. */
export const imagePublish = defineCommand({
  name: 'image.publish',
  input: publishImageData.extend({ requestId }).strict(),
  run: async (operator, { requestId: request, ...data }) => {
    const command = { type: 'publish-image', ...data } as const
    return await submitted(operator, command, request, ({ publishedImageIds: [imageId] }) => ({ imageId }))
  },
})
