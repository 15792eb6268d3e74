import * as z from 'zod'

/** The records with what docs/back-office.md has as stated. A parse error names fields, never values. */

/** "number" there; servers of this family also write decimal strings. One statement asks for numbers, the others do not care. */
const decimal = z.union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/)]).transform(Number)
export const property = z.looseObject({ typeId: z.int(), value: z.string() })
const lineReference = z.looseObject({ referenceType: z.string(), referenceOrderItemId: z.int() })

export const orderItem = z.looseObject({
  id: z.int(),
  typeId: z.int(),
  itemVariationId: z.int(),
  quantity: z.number(),
  orderItemName: z.string(),
  amounts: z.array(z.looseObject({})).nullish(),
  references: z.array(lineReference).nullish(),
  properties: z.array(property).nullish(),
})

export const orderReference = z.looseObject({ referenceType: z.string(), referenceOrderId: z.int() })
export const addressRelation = z.looseObject({ typeId: z.int(), addressId: z.int() })
export const address = z.looseObject({ id: z.int() })

export const order = z.looseObject({
  id: z.int(),
  typeId: z.int(),
  plentyId: z.int(),
  locationId: decimal,
  referrerId: decimal,
  ownerId: decimal.nullable(),
  statusId: decimal,
  orderReferences: z.array(orderReference).nullish(),
  orderItems: z.array(orderItem).nullish(),
  properties: z.array(property).nullish(),
  addressRelations: z.array(addressRelation).nullish(),
  addresses: z.array(address).nullish(),
  shippingPackages: z.array(z.looseObject({})).nullish(),
  documents: z.array(z.looseObject({})).nullish(),
})
export type Order = z.infer<typeof order>

export const pageOf = <T extends z.ZodType>(entry: T) =>
  z.looseObject({ entries: z.array(entry), isLastPage: z.boolean(), itemsPerPage: z.int().positive() })

export const contact = z.looseObject({ id: z.int() })
export const created = z.looseObject({ id: z.int() })
export const comments = z.array(z.looseObject({ text: z.string() }))
