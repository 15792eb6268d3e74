import type { Client } from '../client.ts'
import type { Ask } from '../http/url-of.ts'
import type { BackOffice, Listed } from '../types.ts'
import { assertSendable, imageAvailabilityOf } from './new-records.ts'
import { entriesOf } from './paging.ts'
import { type ItemImage, imagePage, madeAvailable } from './schemas.ts'

export function createImages(client: Client): BackOffice['images'] {
  const { routes } = client

  /** A bare array or an envelope (docs/back-office.md 9.1). Images that show another article are unrelated. */
  async function list(ask: Ask & { path: { itemId: number } }): Promise<Listed<ItemImage>> {
    const found = await Array.fromAsync(entriesOf(client, ask, { page: imagePage, lookup: true }))
    const entries = found.filter(({ itemId }) => (itemId ?? ask.path.itemId) === ask.path.itemId)
    return client.listed(ask.route, { entries, unrelated: found.length - entries.length })
  }

  return {
    ofItem: (itemId) => list({ route: routes.imagesOfItem, path: { itemId } }),
    ofVariation: (itemId, variationId) => list({ route: routes.imagesOfVariation, path: { itemId, variationId } }),
    /** An uploaded image is not visible before this; the body names it once more (docs/back-office.md 9.2). */
    makeAvailable: async (itemId, imageId, body, { sendBefore }) => {
      assertSendable(imageAvailabilityOf(imageId), body, routes.imageAvailabilities)
      const ask = { route: routes.imageAvailabilities, path: { itemId, imageId } }
      await client.write({ ...ask, body: { imageId, ...body }, sendBefore }, madeAvailable)
    },
  }
}
