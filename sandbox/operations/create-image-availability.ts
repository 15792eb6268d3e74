import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import type { Operation } from '../operation.ts'
import { idParam } from '../operation.ts'
import { failure, invalid, ok, toValidationErrors, validationMessage } from '../reply.ts'

/** `value` is a client's plentyId or a referrerId, -1 for all (docs/back-office.md 9.2). Other fields are kept as they are. */
const availabilityBody = z.looseObject({
  imageId: z.int().optional(),
  type: z.enum(['mandant', 'marketplace', 'listing']),
  value: z.number(),
})

/** Makes an uploaded image visible. The same availability again changes nothing (docs/back-office.md 9.2). */
export const createImageAvailability: Operation = {
  method: 'POST',
  template: '/rest/items/{itemId}/images/{imageId}/availabilities',
  right: 'images.create',
  answer: (call) => {
    const image = call.world.store.images.get(idParam(call, 'imageId'))
    if (image?.itemId !== idParam(call, 'itemId')) return failure(404, 'The image was not found.')
    const parsed = availabilityBody.safeParse(call.body, { error: validationMessage })
    if (!parsed.success) return invalid(toValidationErrors(parsed.error))
    const { imageId, ...sent } = parsed.data
    if (imageId !== undefined && imageId !== image.id)
      return invalid({ imageId: ['The image id is not the one of the path.'] })
    const added = { imageId: image.id, ...sent }
    const isThere = image.availabilities.some((one) => isDeepStrictEqual(one, added))
    // Put even without a change: the store's watchers then see that the request was carried out.
    call.world.store.images.put({
      ...image,
      availabilities: isThere ? image.availabilities : [...image.availabilities, added],
    })
    return ok(added)
  },
}
