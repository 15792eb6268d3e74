import * as z from 'zod'

/** What sources ask for. `standard` receives returns and comments as they are; new orders and images come from operators or `translate`. */

/** Ids of the back office are integers. Some senders write them as text. */
const idAsText = z.string().regex(/^[1-9]\d{0,15}$/)
const id = z.union([z.int().positive(), idAsText.transform(Number)])
/** Text cut by its length may end in half an emoji, which no address holds: it becomes the replacement character. */
const text = (max: number) => z.string().overwrite(wellFormed).trim().min(1).max(max)
const wellFormed = (value: string): string => value.toWellFormed()

/** The back office's id, the number of the shop or marketplace, or the customer's e-mail with the label that the customer knows. */
export const orderRef = z.union([
  z.strictObject({ id }),
  z.strictObject({ externalNumber: text(200) }),
  z.strictObject({ email: text(320), label: text(200).optional() }),
])
export type OrderRef = z.infer<typeof orderRef>
/** Pieces, or metres and the like: it need not be whole. */
const quantity = z.number().min(0.000_01).max(1_000_000)
const reason = text(200).optional()

/** One line of an order by exactly one of its names, with the quantity. A `name` beside a `sku` counts where no line shows that SKU. */
export const lineRef = z.union([
  z.strictObject({ orderItemId: id, quantity, reason }),
  z.strictObject({ itemVariationId: id, quantity, reason }),
  z.strictObject({ sku: text(200), name: text(500).optional(), quantity, reason }),
  z.strictObject({ name: text(500), quantity, reason }),
  /** The shop's own id of the line; what that line is, earlier deliveries of the order have said (lib/state/learnt.ts). */
  z.strictObject({
    shopLine: text(60),
    quantity,
    reason,
    /** The sender's own id of the line within its parcel, by which it may remove pieces later. */
    parcelLine: text(60).optional(),
  }),
])
export type LineRef = z.infer<typeof lineRef>
/** An empty list is refused. It never means `all`. */
export const lines = z.union([z.literal('all'), z.array(lineRef).min(1).max(500)])

const owner = {
  order: orderRef,
  /** The customer's e-mail. It must belong to the order if the source, or the command, requires that. */
  email: text(320).optional(),
  requireEmail: z.boolean().optional(),
}

/** The sender's own name of what comes back together, unique within its source. */
const parcel = text(200)
/** What people call it, such as `#1001-R1`. */
const parcelName = text(60)

export const createReturnData = z.object({
  ...owner,
  lines,
  parcel: parcel.optional(),
  parcelName: parcelName.optional(),
  /** How this reports the parcel. Absent: as its source does. */
  tells: z.enum(['announcement', 'receipt', 'refund']).optional(),
  reason,
  note: text(5_000).optional(),
  /** What the sender reports of the fact, for the comment. Words of others in it are quoted (lib/quoted.ts). */
  text: text(10_000).optional(),
})

export const addCommentData = z.object({
  ...owner,
  /** In words that a sender's program or a person of the merchant chose. */
  text: text(10_000),
  /** The customer's words, which the comment quotes beneath. */
  note: text(10_000).optional(),
  visibleForContact: z.boolean().optional(),
})

const removedLine = z.strictObject({ parcelLine: text(60), quantity })

/** A parcel is declined or cancelled: nothing is made of it any more. With `removed` only those pieces of it. */
export const endParcelData = z.object({
  parcel,
  parcelName: parcelName.optional(),
  order: orderRef.optional(),
  removed: z.array(removedLine).min(1).max(500).optional(),
  text: text(10_000).optional(),
})

const time = z.iso.datetime({ offset: true })

/** A customer's withdrawal from the contract. Without `lines` the sender does not say what it is about. */
export const declareWithdrawalData = z.object({
  ...owner,
  lines: lines.optional(),
  /** ISO 8601. Absent: when the bridge received it. */
  declaredAt: time.optional(),
  text: text(10_000).optional(),
})

/** Only JSON is stored and sent. This drops whatever else a configured `translate` returns, and lone halves of an emoji. */
const asJson = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_key, inner) => (typeof inner === 'string' ? wellFormed(inner) : inner)) as T
/** It is stored beside its delivery. 500 lines need far less. */
const maxCharacters = 100_000
const isShort = (value: unknown): boolean => JSON.stringify(value).length <= maxCharacters
const storable = <Schema extends z.ZodType>(schema: Schema) =>
  schema.refine(isShort, `must take at most ${maxCharacters} characters as JSON`).transform(asJson)

/** A new order. Checked is what finds it again: its lines and external number. Without `ownerId` it is the API user's. */
const newOrderLine = z.looseObject({ typeId: z.int(), itemVariationId: z.int(), quantity: z.number().positive() })
const newOrderBody = storable(
  z.looseObject({
    typeId: z.int(),
    ownerId: z.int().positive().optional(),
    orderItems: z.array(newOrderLine).min(1).max(500),
    properties: z.array(z.looseObject({ typeId: z.int(), value: z.string() })),
  }),
)
export type NewOrderBody = z.output<typeof newOrderBody>
export const createOrderData = z.object({ body: newOrderBody })
/** Where an image becomes visible: a client, marketplace or listing; -1 means all (docs/back-office.md 9.2). Other fields pass as given. */
const availability = z.looseObject({ type: z.enum(['mandant', 'marketplace', 'listing']), value: z.number() })
export const publishImageData = z
  .object({ itemId: id, imageId: id, body: storable(availability) })
  .refine(({ imageId, body }) => body.imageId === undefined || body.imageId === imageId, {
    path: ['body', 'imageId'],
    error: 'must be the image that is published, or absent',
  })

/** Whether the goods are on their way or here: which status the return is made with. Absent: what the report is decides. */
export const arrival = z.enum(['announced', 'received'])
type Keyed<Type extends string, Data extends z.ZodType> = z.infer<Data> & { type: Type; key: string }

export type CreateReturn = Keyed<'create-return', typeof createReturnData> & {
  status?: z.infer<typeof arrival> | undefined
  /** False: it is linked to returns that there are, or becomes a comment; `first`: so where its parcel has a return. */
  mayMake?: false | 'first' | undefined
  /** What alone comes back if the order is not shipped; of no lines: a comment. */
  ifUnshipped?: LineRef[] | undefined
  /** The sender's number of the order, where `order` is by now what a person or a new order of the event says. */
  orderNumber?: string | undefined
  /** Its lines as they were named before it was known what they are. */
  parcelLines?: ParcelLines | undefined
} & Naming
/** Further parcels that later reports may be about, though nothing of them comes back. */
type Naming = { alsoNames?: string[] | undefined }
/** A comment on the order of a parcel's earlier reports; without any nothing is done. */
export type CommentParcel = { type: 'comment-parcel'; key: string; parcel: string; text: string }
/** The lines of a parcel by the sender's id of each: which line of the shop's order it is, and how many pieces. */
export type ParcelLines = Readonly<Record<string, { shopLine: string; quantity: number }>>
export type EndParcel = Keyed<'end-parcel', typeof endParcelData>
/** `lines`: what a withdrawal is about, which can tell its order from others. */
export type AddComment = Keyed<'add-comment', typeof addCommentData> & {
  lines?: z.infer<typeof lines> | undefined
} & Naming
export type CreateOrder = Keyed<'create-order', typeof createOrderData>
export type PublishImage = Keyed<'publish-image', typeof publishImageData>
export type DeclareWithdrawal = Keyed<'declare-withdrawal', typeof declareWithdrawalData> & {
  /** Of its return, where the sender reports that under a key of its own as well. */
  returnAs?: { key: string; parcel: string } | undefined
}

/** Nothing of it reaches the back office. */
export type ForgetPerson = { type: 'forget-person'; key: string; email: string }

export type Request = Command | DeclareWithdrawal
/** `key`, the idempotency key: the sender's own id of the fact, unique within its source. A fact that is reported twice is done once. */
export type Command = OrderCommand | EndParcel | CommentParcel | CreateOrder | PublishImage | ForgetPerson
export type OrderCommand = CreateReturn | AddComment
export const orderOf = (command: Command): OrderRef | undefined => ('order' in command ? command.order : undefined)
