import { imageListReply } from '../image-list.ts'
import type { Operation } from '../operation.ts'
import { idParam } from '../operation.ts'

/** Specification, Item image paths: images of an article, shared by all variations. */
export const listItemImages: Operation = {
  method: 'GET',
  template: '/rest/items/{itemId}/images',
  answer: (call) => {
    const itemId = idParam(call, 'itemId')
    return imageListReply(call, (image) => image.itemId === itemId && image.variationId === null)
  },
}
