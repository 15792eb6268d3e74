import type { ItemImage } from '../records.ts'

const imageOf = (image: Pick<ItemImage, 'id' | 'itemId' | 'variationId' | 'position'>, name: string): ItemImage => ({
  ...image,
  fileType: 'jpg',
  path: `item/images/${image.itemId}/${image.id}.jpg`,
  url: `https://images.example.com/item/images/${image.itemId}/${image.id}.jpg`,
  names: [{ lang: 'en', name }],
  availabilities: [],
})

/** Item 901 is the mug. Client 1 shows 7001; 7002 is uploaded but visible nowhere; 7003 belongs to variation 1101. */
export const demoImages: ItemImage[] = [
  {
    ...imageOf({ id: 7001, itemId: 901, variationId: null, position: 0 }, 'Mug'),
    availabilities: [{ imageId: 7001, type: 'mandant', value: 1 }],
  },
  imageOf({ id: 7002, itemId: 901, variationId: null, position: 1 }, 'Mug from above'),
  imageOf({ id: 7003, itemId: 901, variationId: 1101, position: 0 }, 'Mug, blue'),
]
