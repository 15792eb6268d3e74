import { publishImageData } from '../commands.ts'
import { defineCommand } from './operator.ts'
import { requestId } from './request-id.ts'
import { submit } from './submit.ts'

/** Makes an image of an item visible through the inbox. */
export const imagePublish = defineCommand({
  name: 'image.publish',
  input: publishImageData.extend({ requestId }).strict(),
  run: async (operator, { requestId: request, ...data }) => {
    const event = await submit(operator, { type: 'publish-image', ...data }, request)
    const imageId = event.ledger[0]?.image?.published ? data.imageId : undefined
    return {
      id: event.id,
      status: event.status,
      ...(imageId === undefined ? {} : { imageId }),
      ...(event.reason && { reason: event.reason }),
    }
  },
})
