import * as z from 'zod'

/**
 * What the bridge can be asked to do. Sources translate events into these; the generic form and the operator speak them directly
 * under their wire names (`return.requested`, `comment.submitted`). New orders and images come from the operator or from a configured
 * `translate` alone.
 */

/** Ids of the back office are integers; some senders write them as text. */
const id = z.union([
  z.int().positive(),
  z
    .string()
    .regex(/^[1-9]\d{0,15}$/)
    .transform(Number),
])
/**
 * Half of a character (a sender cuts an emoji in two where it cuts by length) becomes the sign for an unreadable one: no address can hold
 * a half, and few JSON readers take it.
 */
const text = (max: number) => z.string().overwrite(wellFormed).trim().min(1).max(max)
const wellFormed = (value: string): string => value.toWellFormed()

/** One of: the back office's own id; the shop's or marketplace's number; the customer's e-mail, with the label that the customer knows. */
export const orderRef = z.union([
  z.strictObject({ id }),
  z.strictObject({ externalNumber: text(200) }),
  z.strictObject({ email: text(320), label: text(200).optional() }),
])
export type OrderRef = z.infer<typeof orderRef>

/** Pieces, or metres and the like; finer than six decimals is dust. */
const quantity = z.number().min(0.000_01).max(1_000_000)
const reason = text(200)

/** One line of an order by exactly one of its names, and how many pieces of it. */
export const lineRef = z.union([
  z.strictObject({ orderItemId: id, quantity, reason: reason.optional() }),
  z.strictObject({ itemVariationId: id, quantity, reason: reason.optional() }),
  z.strictObject({ sku: text(200), quantity, reason: reason.optional() }),
  z.strictObject({ name: text(500), quantity, reason: reason.optional() }),
])
export type LineRef = z.infer<typeof lineRef>

/** `all` must be said in so many words: an empty list is refused, never read as "all". */
export const lines = z.union([z.literal('all'), z.array(lineRef).min(1).max(500)])

export const createReturnData = z.object({
  order: orderRef,
  /** The customer's address; must fit the order where the source requires it. */
  email: text(320).optional(),
  lines,
  reason: reason.optional(),
  note: text(5_000).optional(),
})

export const addCommentData = z.object({
  order: orderRef,
  email: text(320).optional(),
  text: text(10_000),
  visibleForContact: z.boolean().optional(),
})

/** What is stored and sent is JSON: what a configured `translate` gave besides is gone before it is frozen, and so is half a character. */
const asJson = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_key, inner) => (typeof inner === 'string' ? wellFormed(inner) : inner)) as T
/** It is stored beside its delivery, as it was asked for and as it is sent: far more than 500 lines need. */
const mostCharacters = 100_000
const isStorable = (value: unknown): boolean => JSON.stringify(value).length <= mostCharacters

/**
 * Body of a new sales order, by which it is found again: its lines, and the external order number among its properties. What else the
 * back office needs is the asker's matter; it says so itself. `ownerId` absent: the API user.
 */
const newOrderBody = z
  .looseObject({
    typeId: z.int(),
    ownerId: z.int().positive().optional(),
    orderItems: z
      .array(z.looseObject({ typeId: z.int(), itemVariationId: z.int(), quantity: z.number().positive() }))
      .min(1)
      .max(500),
    properties: z.array(z.looseObject({ typeId: z.int(), value: z.string() })),
  })
  .refine(isStorable, `must take at most ${mostCharacters} characters as JSON`)
  .transform(asJson)
export type NewOrderBody = z.output<typeof newOrderBody>

export const createOrderData = z.object({ body: newOrderBody })

/** Where an image becomes visible: a client, marketplace or listing, by its id; -1 is all (docs/back-office.md 9.2). */
const availabilityBody = z
  .looseObject({ type: z.enum(['mandant', 'marketplace', 'listing']), value: z.number() })
  .transform(asJson)

export const publishImageData = z.object({ itemId: id, imageId: id, body: availabilityBody })

export type CreateReturn = z.infer<typeof createReturnData> & { type: 'create-return'; wish: string }
export type AddComment = z.infer<typeof addCommentData> & { type: 'add-comment'; wish: string }
export type CreateOrder = z.infer<typeof createOrderData> & { type: 'create-order'; wish: string }
export type PublishImage = z.infer<typeof publishImageData> & { type: 'publish-image'; wish: string }

/**
 * `wish` is the sender's own id of the fact (refund id, return id, submission id), unique within its source:
 * one fact told by two topics or two deliveries is done once.
 */
export type Command = OrderCommand | CreateOrder | PublishImage
/** About an order that is there already. */
export type OrderCommand = CreateReturn | AddComment
