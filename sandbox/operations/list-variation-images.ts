import { imageListReply } from '../image-list.ts'
import type { Operation } from '../operation.ts'
import { idParam } from '../operation.ts'

/** Images of one variation (docs/back-office.md 9.1). */
export const listVariationImages: Operation = {
  method: 'GET',
  template: '/rest/items/{itemId}/variations/{variationId}/images',
  right: 'images.read',
  answer: (call) => {
    const itemId = idParam(call, 'itemId')
    const variationId = idParam(call, 'variationId')
    return imageListReply(call, (image) => image.itemId === itemId && image.variationId === variationId)
  },
}
