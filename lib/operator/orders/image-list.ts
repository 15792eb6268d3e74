import * as z from 'zod'
import { defineCommand } from '../operator.ts'

/** The images of an item, or of one of its variations, as the back office has them. */
export const imageList = defineCommand({
  name: 'image.list',
  input: z.strictObject({ itemId: z.int().positive(), variationId: z.int().positive().optional() }),
  run: async ({ workflow, deadlineMs }, { itemId, variationId }) => {
    const { images } = workflow.openBackOffice({ deadlineMs })
    const { entries } =
      variationId === undefined ? await images.ofItem(itemId) : await images.ofVariation(itemId, variationId)
    return { images: entries }
  },
})
