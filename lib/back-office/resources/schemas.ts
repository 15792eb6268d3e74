import * as z from 'zod'

export type { NewComment, NewReturn } from './new-records.ts'

/**
 * Records of the back office as they are read. Unknown fields pass. Numbers come as numbers and as decimal strings (public facts,
 * Records); ids that a double cannot hold exactly are refused, because acting on a damaged id would act on another record.
 */

const decimalText = z
  .string()
  .regex(/^-?\d{1,15}(\.\d{1,15})?$/)
  .transform(Number)
export const decimal = z.union([z.number(), decimalText])
const integerText = z
  .string()
  .regex(/^-?\d{1,16}(\.0+)?$/)
  .transform(Number)
/** `z.int()` is the range of safe integers. */
export const integer = z.union([z.int(), integerText.pipe(z.int())])
export const id = integer.pipe(z.int().positive())

const textValue = z.union([z.string(), z.number().transform(String), z.boolean().transform(String)])
const textOrEmpty = textValue.nullish().transform((value) => value ?? '')
const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? null)
const orUndefined = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional()
const optionalText = orUndefined(z.string())
/** Not loaded is null; the specification names the `with[]` that loads it. */
const nested = <Schema extends z.ZodType>(schema: Schema) => orNull(z.array(schema))
const record = z.record(z.string(), z.unknown())

export const property = z.looseObject({ typeId: integer, value: textOrEmpty })

export const addressRelation = z.looseObject({ addressId: id, typeId: integer })

const option = z.looseObject({ typeId: integer, value: textOrEmpty })

/** Beyond `id` not shown: the rest by the public facts, and not relied upon. */
export const address = z.looseObject({
  id,
  countryId: orUndefined(integer).catch(undefined),
  options: orUndefined(z.array(option)),
})
export type Address = z.infer<typeof address>

export const orderReference = z.looseObject({ referenceType: textOrEmpty, referenceOrderId: id })

/** Who belongs to an order; the customer is `contact`, `receiver` (public facts, Records). */
export const relation = z.looseObject({ referenceType: textOrEmpty, referenceId: integer, relation: textOrEmpty })

const itemReference = z.looseObject({ referenceType: textOrEmpty, referenceOrderItemId: id })

export const orderItem = z.looseObject({
  id,
  typeId: integer,
  /** 0 or less marks a phantom line. */
  itemVariationId: orNull(integer),
  quantity: decimal,
  orderItemName: orNull(textValue),
  /** Holds confidential purchase prices: never logged or shown. */
  amounts: nested(record),
  references: nested(itemReference),
  properties: nested(property),
})
export type OrderItem = z.infer<typeof orderItem>

export const order = z.looseObject({
  id,
  typeId: integer,
  statusId: decimal,
  plentyId: orNull(integer),
  locationId: orNull(integer),
  referrerId: orNull(decimal),
  ownerId: orNull(integer),
  createdAt: optionalText,
  updatedAt: optionalText,
  orderItems: nested(orderItem),
  properties: nested(property),
  addressRelations: nested(addressRelation),
  addresses: nested(address),
  orderReferences: nested(orderReference),
  relations: nested(relation),
  shippingPackages: nested(record),
  documents: nested(record),
})
export type Order = z.infer<typeof order>

export const comment = z.looseObject({
  id: orUndefined(id),
  text: textOrEmpty,
  userId: orUndefined(integer),
  referenceType: optionalText,
  referenceValue: orUndefined(integer),
  createdAt: optionalText,
  isVisibleForContact: orUndefined(z.boolean()),
})
export type Comment = z.infer<typeof comment>

export const contact = z.looseObject({
  id,
  email: optionalText,
  options: orUndefined(z.array(option)),
})
export type Contact = z.infer<typeof contact>

/** Answer of POST /rest/orders: not shown, publicly the whole order; without an integer id nothing is known. */
export const created = z.looseObject({ id, statusId: decimal.optional().catch(undefined) })
/** Answer of POST /rest/comments: not shown; a gateway's apology is a record too, only an integer id says that it was written. */
export const createdComment = z.looseObject({ id })
/** Answer of POST .../availabilities: not shown, not even an id; HTML and nothing are no JSON, and a complaint is no success. */
export const madeAvailable = z.union([
  z.looseObject({}).refine((answer) => !isComplaint(answer), 'complains'),
  z.array(z.unknown()),
])
const isComplaint = ({ error, validation_errors, success }: Record<string, unknown>): boolean =>
  (error ?? false) !== false || (validation_errors ?? false) !== false || success === false

/** Beyond the specification ("not shown"): fields by the public facts, none of them relied upon. */
export const itemImage = z.looseObject({ id, itemId: id.nullish(), availabilities: nested(record) })
export type ItemImage = z.infer<typeof itemImage>

export const user = z.looseObject({ id })

const tokenText = z.string().min(1).optional().catch(undefined)
const seconds = decimal.optional().catch(undefined)

/** Both spellings are in use (specification, Login response); a field of one does not speak for the others. */
export const loginAnswer = z
  .looseObject({
    ...{ access_token: tokenText, accessToken: tokenText },
    ...{ token_type: tokenText, tokenType: tokenText },
    ...{ expires_in: seconds, expiresIn: seconds },
    ...{ refresh_token: tokenText, refreshToken: tokenText },
  })
  .transform((answer) => ({
    token: answer.access_token ?? answer.accessToken,
    tokenType: answer.token_type ?? answer.tokenType,
    lifetimeSeconds: answer.expires_in ?? answer.expiresIn,
    refreshToken: answer.refresh_token ?? answer.refreshToken,
  }))

/** How many entries all pages have together (public facts, Paths and parameters). */
const totalsCount = integer.optional().catch(undefined)

/** One page of a list (specification, List envelope). */
export const pageOf = <Entry extends z.ZodType>(entry: Entry) =>
  z.looseObject({ entries: z.array(entry), isLastPage: z.boolean(), totalsCount })
/** Look-ups are shown as `{entries: [...]}` alone: without `isLastPage`, that is all there is. A bare `[]` is no answer. */
export const lookupPageOf = <Entry extends z.ZodType>(entry: Entry) =>
  z.looseObject({ entries: z.array(entry), isLastPage: z.boolean().default(true), totalsCount })
/** Image lists are not shown: with or without an envelope. */
const barePageOf = <Entry extends z.ZodType>(entry: Entry) =>
  z.union([z.array(entry).transform((entries) => ({ entries, isLastPage: true })), lookupPageOf(entry)])

export const orderPage = pageOf(order)
export const orderLookupPage = lookupPageOf(order)
export const contactLookupPage = lookupPageOf(contact)
export const imagePage = barePageOf(itemImage)
/** The comments of an order come as a bare array (specification, Comments). */
export const commentList = z.array(comment)
