import * as z from 'zod'

export type { NewComment, NewReturn } from './new-records.ts'

/**
 * Records of the back office as they are read. Unknown fields pass, and numbers may be decimal strings
 * (docs/back-office.md 1.3). An id that a double cannot hold is refused: it would name another record. Any other field
 * that cannot be read counts as not shown, so only the step that needs it stops.
 */

const numberAs = (format: RegExp) => z.string().regex(format).transform(Number)
export const decimal = z.union([z.number(), numberAs(/^-?\d{1,15}(\.\d{1,15})?$/)])
/** `z.int()` is the range of safe integers. */
export const integer = z.union([z.int(), numberAs(/^-?\d{1,16}(\.0+)?$/).pipe(z.int())])
export const id = integer.pipe(z.int().positive())
const textValue = z.union([z.string(), z.number().transform(String), z.boolean().transform(String)])
const textOrNothing = textValue.nullish().transform((value) => value ?? '')
const textOrEmpty = textOrNothing.catch('')
const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullish()
    .transform((value) => value ?? null)
    .catch(null)
const orUndefined = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .catch(undefined)
    .optional()
const optionalText = orUndefined(z.string())
/** Entries without what makes them one are none: nothing could be done with them. */
const readable = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .array(orNull(schema))
    .transform((entries) => entries.filter((entry): entry is NonNullable<typeof entry> => entry !== null))
/** Not loaded is null (docs/back-office.md 4.2). */
const nested = <Schema extends z.ZodType>(schema: Schema) => orNull(readable(schema))
/** Null also where one entry cannot be read: each of them counts. */
const allOf = <Schema extends z.ZodType>(schema: Schema) => orNull(z.array(schema))
const record = z.record(z.string(), z.unknown())
export const property = z.looseObject({ typeId: integer, value: textOrEmpty })
export const addressRelation = z.looseObject({ addressId: id, typeId: integer })
const option = z.looseObject({ typeId: integer, value: textOrEmpty })
/** All but `id` is public and not stated (docs/back-office.md 4.6): nothing relies on it. */
export const address = z.looseObject({ id, countryId: orUndefined(integer), options: orUndefined(readable(option)) })
export type Address = z.infer<typeof address>
/** One that cannot be read may name a return. */
export const orderReference = z.looseObject({ referenceType: textOrEmpty, referenceOrderId: id })

/** Who belongs to an order; the customer is `contact`, `receiver` (docs/back-office.md 4.8), and nobody's id is 0. */
export const relation = z.looseObject({
  referenceType: textOrEmpty,
  referenceId: integer.catch(0),
  relation: textOrEmpty,
})

const itemReference = z.looseObject({ referenceType: textOrEmpty, referenceOrderItemId: id })

export const orderItem = z.looseObject({
  /** 0 where it has none, as shipping costs (docs/back-office.md 4.4): nothing can refer to such a line. */
  id: id.catch(0),
  typeId: orNull(integer),
  /** 0 or less marks a phantom line. */
  itemVariationId: orNull(integer),
  /** NaN where it is not shown. */
  quantity: decimal.catch(Number.NaN),
  orderItemName: orNull(textValue),
  /** Holds confidential purchase prices: never logged or shown. */
  amounts: allOf(record),
  references: nested(itemReference),
  properties: nested(property),
  /** Null where it was not asked for or the line has none, absent where the server does not know it (docs/back-office.md 4.5). */
  variation: orNull(z.looseObject({ id: orNull(integer), number: textOrEmpty })).optional(),
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
  orderItems: allOf(orderItem),
  properties: nested(property),
  addressRelations: nested(addressRelation),
  addresses: nested(address),
  orderReferences: allOf(orderReference),
  relations: nested(relation),
  shippingPackages: nested(record),
  documents: nested(record),
})
export type Order = z.infer<typeof order>

export const comment = z.looseObject({
  id: orUndefined(id),
  /** Only the text shows whether a comment is ours, so one that cannot be read is no answer. */
  text: textOrNothing,
  userId: orUndefined(integer),
  referenceType: optionalText,
  referenceValue: orUndefined(integer),
  createdAt: optionalText,
  isVisibleForContact: orUndefined(z.boolean()),
})
export type Comment = z.infer<typeof comment>
export const contact = z.looseObject({ id, email: optionalText, options: orUndefined(readable(option)) })
export type Contact = z.infer<typeof contact>
/** Answer of POST /rest/orders (docs/back-office.md 5.1): without an integer id nothing is known. */
export const created = z.looseObject({ id, statusId: decimal.optional().catch(undefined) })
/** Answer of POST /rest/comments (docs/back-office.md 6.1). A gateway's apology is a record too: only an id counts. */
export const createdComment = z.looseObject({ id })
/** Answer of POST .../availabilities: not stated, not even an id. HTML and nothing are no JSON, and a complaint is no success. */
export const madeAvailable = z.union([
  z.looseObject({}).refine((answer) => !isComplaint(answer), 'complains'),
  z.array(z.unknown()),
])
const isComplaint = ({ error, validation_errors, success }: Record<string, unknown>): boolean =>
  (error ?? false) !== false || (validation_errors ?? false) !== false || success === false

/** All fields are public and not stated (docs/back-office.md 9.1): nothing relies on them. */
export const itemImage = z.looseObject({ id, itemId: orUndefined(id), availabilities: nested(record) })
export type ItemImage = z.infer<typeof itemImage>
const marketSku = z.looseObject({ marketId: orNull(decimal), sku: textOrEmpty })
const variation = z.looseObject({ id, variationSkus: nested(marketSku) })
export const user = z.looseObject({ id })
const tokenText = z.string().min(1).optional().catch(undefined)
const seconds = decimal.optional().catch(undefined)
/** Both spellings are in use (docs/back-office.md 2.1); a field of one does not speak for the others. */
export const loginAnswer = z
  .looseObject({
    access_token: tokenText,
    accessToken: tokenText,
    token_type: tokenText,
    tokenType: tokenText,
    expires_in: seconds,
    expiresIn: seconds,
    refresh_token: tokenText,
    refreshToken: tokenText,
  })
  .transform((answer) => ({
    token: answer.access_token ?? answer.accessToken,
    tokenType: answer.token_type ?? answer.tokenType,
    lifetimeSeconds: answer.expires_in ?? answer.expiresIn,
    refreshToken: answer.refresh_token ?? answer.refreshToken,
  }))

/** How many entries all pages have together (docs/back-office.md 7.1). */
const totalsCount = integer.optional().catch(undefined)

/** One page of a list (docs/back-office.md 7.1). */
export const pageOf = <Entry extends z.ZodType>(entry: Entry) =>
  z.looseObject({ entries: z.array(entry), isLastPage: z.boolean(), totalsCount })
/** Look-ups are shown as `{entries: [...]}` alone: without `isLastPage`, that is all there is. A bare `[]` is no answer. */
export const lookupPageOf = <Entry extends z.ZodType>(entry: Entry) =>
  pageOf(entry).extend({ isLastPage: z.boolean().default(true) })
/** Image lists come with or without an envelope (docs/back-office.md 9.1). */
const barePageOf = <Entry extends z.ZodType>(entry: Entry) =>
  z.union([z.array(entry).transform((entries) => ({ entries, isLastPage: true })), lookupPageOf(entry)])

export const orderPage = pageOf(order)
export const orderLookupPage = lookupPageOf(order)
export const contactLookupPage = lookupPageOf(contact)
export const variationPage = pageOf(variation)
export const imagePage = barePageOf(itemImage)
/** The statuses of a system (docs/back-office.md 4.3): everything but the number is for people. */
const status = z
  .looseObject({ statusId: decimal, names: orUndefined(record) })
  .transform(({ statusId, names = {} }) => ({
    statusId,
    names: Object.values(names).filter((name) => typeof name === 'string'),
  }))
export const statusPage = barePageOf(status)
/** The comments of an order come as a bare array (docs/back-office.md 6.2). */
export const commentList = z.array(comment)
