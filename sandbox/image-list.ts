import type { Call } from './operation.ts'
import { listReply } from './page.ts'
import type { ItemImage } from './records.ts'
import type { Reply } from './reply.ts'
import { ok } from './reply.ts'

/** With or without an envelope: the option decides, because docs/back-office.md 9.1 leaves it open. */
export const imageListReply = (call: Call, fits: (image: ItemImage) => boolean): Reply => {
  const images = call.world.store.images.list().filter(fits)
  return call.world.options.imagesAs === 'array' ? ok(images) : listReply(images, call, (image) => image)
}
