import type { Client } from '../client.ts'
import type { Ask } from '../http/url-of.ts'
import type { BackOffice, Listed } from '../types.ts'
import { imageAvailabilityOf } from './new-records.ts'
import { entriesOf, split } from './paging.ts'
import { type ItemImage, imagePage, madeAvailable } from './schemas.ts'

export function createImages(client: Client): BackOffice['images'] {
  const { routes } = client

  /** A bare array or an envelope (docs/back-office.md 9.1). Images that show another article are unrelated. */
  async function list(ask: Ask & { path: { itemId: number } }): Promise<Listed<ItemImage>> {
    const found = await Array.fromAsync(entriesOf(client, ask, { page: imagePage, lookup: true }))
    const shown = split(found, ({ itemId = ask.path.itemId }) => itemId === ask.path.itemId)
    return client.listed(ask.route, shown)
  }

  return {
    ofItem: (itemId) => list({ route: routes.imagesOfItem, path: { itemId } }),
    ofVariation: (itemId, variationId) => list({ route: routes.imagesOfVariation, path: { itemId, variationId } }),
    /** An uploaded image is not visible before this; the body names it once more (docs/back-office.md 9.2). */
    makeAvailable: async (itemId, imageId, body, { sendBefore }) => {
      const sent = { body: { imageId, ...body }, sends: imageAvailabilityOf(imageId), sendBefore }
      await client.write({ route: routes.imageAvailabilities, path: { itemId, imageId }, ...sent }, madeAvailable)
    },
  }
}
