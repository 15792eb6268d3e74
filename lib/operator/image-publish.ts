import { publishImageData } from '../commands.ts'
import { madeIds } from './made-ids.ts'
import { defineCommand } from './operator.ts'
import { outcomeView } from './outcome-view.ts'
import { requestId } from './request-id.ts'
import { submit } from './submit.ts'

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
