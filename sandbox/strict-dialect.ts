import * as z from 'zod'
import type { Call, Operation } from './operation.ts'
import { failure, invalid, type Reply, toValidationErrors, validationMessage } from './reply.ts'

/**
 * Another reading of docs/back-office.md: strict in requests, and answers with no more than what is stated. What is right here and in the
 * usual dialect is right by the page, and not by a habit of the sandbox.
 */

const line = z.strictObject({
  typeId: z.literal([1, 2, 3]),
  itemVariationId: z.int().positive(),
  quantity: z.number().positive(),
  orderItemName: z.string(),
  amounts: z.array(z.looseObject({})),
  references: z.array(z.object({ referenceType: z.literal('parent'), referenceOrderItemId: z.int() })).length(1),
  properties: z.array(z.object({ typeId: z.literal(35), value: z.string() })).length(1),
})

/** docs/back-office.md 5.2, to the letter. */
const newReturn = z.strictObject({
  typeId: z.literal(3),
  plentyId: z.int(),
  locationId: z.int(),
  referrerId: z.number(),
  ownerId: z.int(),
  statusId: z.literal(9.01),
  orderReferences: z.array(z.object({ referenceType: z.literal('parent'), referenceOrderId: z.int() })).length(1),
  orderItems: z.array(line).min(1),
  properties: z.array(z.object({ typeId: z.literal([7, 1, 2, 995]), value: z.string() })),
  addressRelations: z.array(z.object({ typeId: z.literal([1, 2]), addressId: z.int() })).optional(),
})

type Fields = Record<string, unknown>

const isOf = (body: unknown, typeId: number): boolean => (body as { typeId?: unknown } | undefined)?.typeId === typeId

/** As an editor would normalise it: quotes as entities, breaks closed, in a paragraph (docs/back-office.md 6.4). */
const asEdited = (text: string): string => `<p>${text.replaceAll('"', '&quot;').replaceAll(/<br *>/g, '<br />')}</p>`

/** Whether each line of a return names one of its parent. */
const namesParentLines = ({ orderReferences, orderItems }: z.infer<typeof newReturn>, { world }: Call): boolean => {
  const parent = world.store.orders.get(orderReferences[0]?.referenceOrderId ?? 0)
  const ids = new Set(parent?.orderItems.map(({ id }) => id))
  return orderItems.every(({ references: [one] }) => one !== undefined && ids.has(one.referenceOrderItemId))
}

/** Answers a call as `operation` does, in the strict dialect. */
export const answerStrictly = (operation: Operation, call: Call, contentType = ''): Reply => {
  const { template, method } = operation
  if (method === 'POST' && !contentType.startsWith('application/json')) return failure(415, 'Bodies are JSON.')
  if (template === '/rest/orders' && isOf(call.body, 3)) {
    const { data, error } = newReturn.safeParse(call.body, { error: validationMessage })
    if (error) return invalid(toValidationErrors(error))
    if (!namesParentLines(data, call)) return invalid({ orderItems: ['A line refers to no line of the parent order.'] })
  }
  const { text } = (call.body ?? {}) as Fields
  const isComment = template === '/rest/comments' && typeof text === 'string' && text !== ''
  const body = isComment ? { ...(call.body as Fields), text: asEdited(text) } : call.body
  const reply = operation.answer({ ...call, body })
  if (reply.json === undefined || reply.status >= 400 || template === '/rest/login') return reply
  const view = views[template]
  const json = view ? view(reply.json as never, call) : reply.json
  return { ...reply, json, status: method === 'POST' ? 201 : reply.status }
}

/** An error is a sentence, and a refused login is forbidden. */
export const asSentence = (reply: Reply): Reply => {
  if (reply.json === undefined || reply.status < 400) return reply
  const { error, message, validation_errors: fields = {} } = reply.json as Fields & { validation_errors?: object }
  const said = (error as { message?: string } | undefined)?.message ?? message ?? String(error)
  const sentences = [said, ...Object.values(fields).flat()]
  return { ...reply, json: { error: sentences.join(' ') } }
}

const idOf = ({ id }: Fields): Fields => ({ id })

const decimal = (value: unknown): unknown => (typeof value === 'string' ? Number(value).toFixed(2) : value)

const orderOf = (order: Fields, { world }: Call): Fields => {
  const { id, typeId, plentyId, locationId, ownerId, orderItems, orderReferences, relations } = order
  const { properties, addressRelations, addresses, shippingPackages, documents } = order
  return {
    id,
    typeId,
    plentyId,
    locationId,
    ownerId,
    orderItems,
    orderReferences,
    properties,
    addressRelations,
    shippingPackages,
    documents,
    statusId: decimal(order.statusId),
    referrerId: decimal(order.referrerId),
    addresses: (addresses as Fields[] | null)?.map(idOf) ?? null,
    ...(world.options.showsCustomers && { relations }),
  }
}

type Page = { entries: Fields[]; isLastPage: boolean; itemsPerPage: number }
type View = (json: never, call: Call) => unknown

const pageOf =
  (entry: (one: Fields, call: Call) => Fields): View =>
  ({ entries, isLastPage, itemsPerPage }: Page, call: Call) => ({
    isLastPage,
    itemsPerPage,
    entries: entries.map((one) => entry(one, call)),
  })

const orders = pageOf(orderOf)
const images: View = (json: Fields[] | Page, call) =>
  Array.isArray(json) ? json.map(idOf) : pageOf(idOf)(json as never, call)

/** What the dialect makes of an operation's answer. A created record is its id alone. */
const views: Readonly<Record<string, View>> = {
  '/rest/user': idOf,
  '/rest/orders': (json: Page & Fields, call) => (call.body === undefined ? orders(json as never, call) : idOf(json)),
  '/rest/orders/{orderId}': orderOf,
  '/rest/orders/contacts/{contactId}': orders,
  '/rest/comments': idOf,
  '/rest/comments/order/{orderId}': (all: Fields[]) => all.map(({ text }) => ({ text })).reverse(),
  '/rest/accounts/contacts': pageOf(idOf),
  '/rest/items/{itemId}/images': images,
  '/rest/items/{itemId}/variations/{variationId}/images': images,
  '/rest/items/{itemId}/images/{imageId}/availabilities': ({ imageId }: Fields) => ({ id: imageId }),
}
