import type { Call } from './operation.ts'
import { listReply } from './page.ts'
import type { ItemImage } from './records.ts'
import type { Reply } from './reply.ts'
import { ok } from './reply.ts'

/** The specification names the comment list as the only list without an envelope; public clients see bare arrays of images. */
export const imageListReply = (call: Call, fits: (image: ItemImage) => boolean): Reply => {
  const images = call.world.store.images.list().filter(fits)
  return call.world.options.imagesAs === 'array' ? ok(images) : listReply(images, call, (image) => image)
}
