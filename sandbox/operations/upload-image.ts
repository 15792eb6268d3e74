import * as z from 'zod'
import type { Operation } from '../operation.ts'
import { idParam } from '../operation.ts'
import { invalid, ok, toValidationErrors, validationMessage } from '../reply.ts'

const imageBody = z
  .object({
    uploadUrl: z.url().optional(),
    uploadImageData: z.base64().min(1).optional(),
    uploadFileName: z.string().min(1).optional(),
    fileType: z.string().default('jpg'),
    position: z.int().default(0),
    names: z.array(z.looseObject({ lang: z.string(), name: z.string() })).default([]),
    availabilities: z.array(z.object({ type: z.string(), value: z.number() })).default([]),
  })
  .superRefine((image, context) => {
    if (image.uploadUrl !== undefined) return
    if (image.uploadImageData !== undefined && image.uploadFileName !== undefined) return
    const message = 'The upload url field, or upload image data and upload file name, are required.'
    context.addIssue({ code: 'custom', path: ['uploadUrl'], message })
  })

const fileNameOf = (image: z.infer<typeof imageBody>): string =>
  image.uploadFileName ?? new URL(image.uploadUrl ?? '').pathname.split('/').at(-1) ?? ''

/** The route and its body are public, and not verified (docs/back-office.md 9.3). Nothing is downloaded. */
export const uploadImage: Operation = {
  method: 'POST',
  template: '/rest/items/{itemId}/images/upload',
  right: 'images.create',
  answer: (call) => {
    const parsed = imageBody.safeParse(call.body, { error: validationMessage })
    if (!parsed.success) return invalid(toValidationErrors(parsed.error))
    const { images } = call.world.store
    const id = images.nextId()
    const itemId = idParam(call, 'itemId')
    const path = `item/images/${itemId}/${fileNameOf(parsed.data)}`
    const { fileType, position, names, availabilities } = parsed.data
    return ok(
      images.put({
        id,
        itemId,
        variationId: null,
        fileType,
        position,
        path,
        url: `https://images.example.com/${path}`,
        names,
        availabilities: availabilities.map((one) => ({ imageId: id, ...one })),
      }),
    )
  },
}
