import * as z from 'zod'
import type { Constants } from '../constants.ts'

/** Bodies of new records. The check right before the send stops what the back office would reject or change. */

const id = z.int().positive()
const newProperty = z.object({ typeId: z.int(), value: z.string() })
/** Rule 2: an amount with an id that the system assigned is answered with 422 (docs/back-office.md 5.3). */
const newAmount = z
  .record(z.string(), z.unknown())
  .refine((amount) => !('id' in amount) && !('orderItemId' in amount), 'amounts must not carry id or orderItemId')

/** Rule 4: no shipping costs and no phantom lines (docs/back-office.md 5.3). */
const newReturnItem = ({ shippingCosts }: Constants['itemTypes']) =>
  z.object({
    typeId: z.int().refine((typeId) => typeId !== shippingCosts, 'shipping costs are no line of a return'),
    itemVariationId: z.int().positive(),
    quantity: z.number().positive(),
    orderItemName: z.string(),
    amounts: z.array(newAmount),
    references: z.tuple([z.object({ referenceType: z.literal('parent'), referenceOrderItemId: id })]),
    properties: z.array(newProperty),
  })

/** Rule 1: without both relations the return comes out incomplete (docs/back-office.md 5.3). */
const newRelations = ({ billing, delivery }: Constants['addressRelationTypes']) =>
  z
    .array(z.object({ typeId: z.int(), addressId: id }))
    .refine(
      (relations) => [billing, delivery].every((typeId) => relations.some((relation) => relation.typeId === typeId)),
      `addressRelations need typeId ${billing} and typeId ${delivery}`,
    )

/** Body of POST /rest/orders for a return (docs/back-office.md 5.2, 5.3). */
export function newReturnWith(constants: Constants): NewReturnSchema {
  const schema = built.get(constants) ?? newReturn(constants)
  built.set(constants, schema)
  return schema
}

/** The schemas by their tables: zod compiles one at its first use, which costs more than a hundred uses. */
const built = new WeakMap<Constants, NewReturnSchema>()

const newReturn = ({ orderTypes, itemTypes, addressRelationTypes }: Constants) =>
  z.object({
    typeId: z.literal(orderTypes.return),
    plentyId: z.int(),
    /** The parent's values of these two. */
    locationId: z.int().nullable(),
    referrerId: z.number().nullable(),
    ownerId: id,
    statusId: z.number(),
    orderReferences: z.tuple([z.object({ referenceType: z.literal('parent'), referenceOrderId: id })]),
    orderItems: z.array(newReturnItem(itemTypes)).min(1),
    properties: z.array(newProperty),
    addressRelations: newRelations(addressRelationTypes),
  })
type NewReturnSchema = ReturnType<typeof newReturn>
export type NewReturn = z.infer<NewReturnSchema>
/** Body of POST /rest/orders for anything but a return: its fields are the caller's matter. */
export const newOrder = z.looseObject({ typeId: z.int() })
export type NewOrder = z.infer<typeof newOrder>
/** Body of POST /rest/comments (docs/back-office.md 6.1). */
export const newComment = z
  .object({
    referenceType: z.literal('order'),
    referenceValue: id,
    text: z.string().min(1),
    isVisibleForContact: z.boolean(),
    userId: id.optional(),
  })
  .refine((comment) => comment.isVisibleForContact || comment.userId !== undefined, 'an internal comment needs userId')
export type NewComment = z.infer<typeof newComment>

/** Body of POST .../availabilities, not stated (docs/back-office.md 9.2): the check covers only known fields. */
const imageAvailability = z.looseObject({
  imageId: id.optional(),
  type: z.enum(['mandant', 'marketplace', 'listing']),
  /** A client's or referrer's id; -1 is all. */
  value: z.number(),
})
/** It must not name another image than the path does. */
export const imageAvailabilityOf = (imageId: number) =>
  imageAvailability.extend({ imageId: z.literal(imageId).optional() })
export type ImageAvailability = z.infer<typeof imageAvailability>
