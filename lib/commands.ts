import * as z from 'zod'

/**
 * What the bridge can be asked to do. Sources translate events into these; the generic form and the operator speak them directly
 * under their wire names (`return.requested`, `comment.submitted`).
 */

/** Ids of the back office are integers; some senders write them as text. */
const id = z.union([
  z.int().positive(),
  z
    .string()
    .regex(/^[1-9]\d{0,15}$/)
    .transform(Number),
])
const text = (max: number) => z.string().trim().min(1).max(max)

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

export type CreateReturn = z.infer<typeof createReturnData> & { type: 'create-return'; wish: string }
export type AddComment = z.infer<typeof addCommentData> & { type: 'add-comment'; wish: string }

/**
 * `wish` is the sender's own id of the fact (refund id, return id, submission id), unique within its source:
 * one fact told by two topics or two deliveries is done once.
 */
export type Command = CreateReturn | AddComment
