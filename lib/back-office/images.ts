import type { Ask, Client } from './client.ts'
import { imageAvailability } from './new-records.ts'
import { entriesOf } from './paging.ts'
import { routes } from './routes.ts'
import { type ItemImage, itemImage, madeAvailable } from './schemas.ts'
import { assertSendable } from './sendable.ts'
import type { BackOffice } from './types.ts'

export function createImages(client: Client): BackOffice['images'] {
  /** The specification does not show the answer: a bare array (public facts) or a list envelope. */
  const list = (ask: Ask): Promise<ItemImage[]> =>
    Array.fromAsync(entriesOf(client, ask, { entry: itemImage, lookup: true, bare: true }))

  return {
    ofItem: (itemId) => list({ route: routes.imagesOfItem, path: { itemId } }),
    ofVariation: (itemId, variationId) => list({ route: routes.imagesOfVariation, path: { itemId, variationId } }),
    /** An uploaded image is not visible in the shop before this (specification, Item image paths). */
    makeAvailable: async (itemId, imageId, body, { sendBefore }) => {
      assertSendable(imageAvailability, body, routes.imageAvailabilities)
      const ask = { route: routes.imageAvailabilities, path: { itemId, imageId } }
      await client.write({ ...ask, body, sendBefore }, madeAvailable)
    },
  }
}
