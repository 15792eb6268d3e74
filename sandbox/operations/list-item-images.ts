import { imageListReply } from '../image-list.ts'
import type { Operation } from '../operation.ts'
import { idParam } from '../operation.ts'

/** Images of an article, shared by all variations (docs/back-office.md 9.1). */
export const listItemImages: Operation = {
  method: 'GET',
  template: '/rest/items/{itemId}/images',
  right: 'images.read',
  answer: (call) => {
    const itemId = idParam(call, 'itemId')
    return imageListReply(call, (image) => image.itemId === itemId && image.variationId === null)
  },
}
