import { publishImageData } from '../../commands.ts'
import { requestId, submit } from '../events/submit.ts'
import { defineCommand } from '../operator.ts'
import { madeIds, outcomeView } from '../views/event-views.ts'

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
