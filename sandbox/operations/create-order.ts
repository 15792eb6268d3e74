import * as z from 'zod'
import { fireReturnEventAction } from '../event-action.ts'
import type { Call, Operation } from '../operation.ts'
import { everything, orderView } from '../order-view.ts'
import { putOrder } from '../put-order.ts'
import type { Address, Order } from '../records.ts'
import { invalid, ok, toValidationErrors, validationMessage } from '../reply.ts'

/** Reads may show a number as a decimal string, so writes accept both forms. */
const decimal = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .transform(Number),
])

const property = z.looseObject({ typeId: z.int(), value: z.string() })

const systemAssigned = ['id', 'orderItemId'] as const

/** Rule 2: only the service assigns `id` and `orderItemId` (docs/back-office.md 5.3). */
const amount = z.record(z.string(), z.unknown()).superRefine((sent, context) => {
  for (const field of systemAssigned)
    if (field in sent)
      context.addIssue({ code: 'custom', path: [field], message: `The ${field} field must not be sent.` })
})

const orderItem = z.looseObject({
  typeId: z.int(),
  itemVariationId: z.int(),
  quantity: z.number().positive(),
  orderItemName: z.string().default(''),
  amounts: z.array(amount).default([]),
  references: z.array(z.looseObject({ referenceType: z.string(), referenceOrderItemId: z.int() })).default([]),
  properties: z.array(property).default([]),
})

/** docs/back-office.md 5.2 */
const orderBody = z.looseObject({
  typeId: z.int().positive(),
  plentyId: z.int().default(0),
  locationId: decimal.nullable().default(null),
  referrerId: decimal.default(0),
  ownerId: decimal.nullable().default(null),
  statusId: decimal.default(1),
  contactId: z.int().nullish(),
  orderReferences: z.array(z.looseObject({ referenceType: z.string(), referenceOrderId: z.int() })).default([]),
  orderItems: z.array(orderItem).default([]),
  properties: z.array(property).default([]),
  addressRelations: z.array(z.looseObject({ typeId: z.int(), addressId: z.int() })).default([]),
})

type OrderBody = z.infer<typeof orderBody>

const parentOf = ({ world }: Call, body: OrderBody): Order | undefined => {
  const reference = body.orderReferences.find((one) => one.referenceType === 'parent')
  return reference && world.store.orders.get(reference.referenceOrderId)
}

const unknownReferences = ({ world }: Call, body: OrderBody) =>
  body.orderReferences.flatMap((reference, at) =>
    world.store.orders.get(reference.referenceOrderId) ? [] : [`orderReferences.${at}.referenceOrderId`],
  )

const addressIn = (order: Order | undefined, id: number): Address | undefined =>
  order?.addresses.find((address) => address.id === id)

/** The addresses that the relations name: from the parent, or else from any order that has them. */
const addressesOf = ({ world }: Call, body: OrderBody, parent: Order | undefined): Address[] => {
  const wanted = new Set(body.addressRelations.map((relation) => relation.addressId))
  return [...wanted].flatMap((id) => {
    const owner = addressIn(parent, id) ? parent : world.store.orders.list().find((order) => addressIn(order, id))
    return addressIn(owner, id) ?? []
  })
}

/** Rule 1: a return without address relations stays incomplete (docs/back-office.md 5.3). */
const statusOf = (body: OrderBody): number =>
  body.typeId === 3 && body.addressRelations.length === 0 ? 1 : body.statusId

/** Whether the service adds a customer by itself is not known (docs/back-office.md 4.8). */
const contactOf = ({ world }: Call, parent: Order | undefined): number | null =>
  (world.options.returnsGetContact && parent?.contactId) || null

const withoutIds = (body: OrderBody) => {
  const { id: _, ...rest } = body
  return { ...rest, orderItems: body.orderItems.map(({ id: __, ...item }) => item) }
}

const createOrderFrom = (call: Call, body: OrderBody): Order => {
  const parent = parentOf(call, body)
  const order = putOrder(
    call.world.store,
    {
      ...withoutIds(body),
      statusId: statusOf(body),
      contactId: body.contactId ?? contactOf(call, parent),
      addresses: addressesOf(call, body, parent),
    },
    call.world.now(),
  )
  if (order.typeId === 3) fireReturnEventAction(call.world, order, parent)
  return order
}

/** The answer is the full order (docs/back-office.md 5.1). */
export const createOrder: Operation = {
  method: 'POST',
  template: '/rest/orders',
  right: 'orders.create',
  answer: (call) => {
    const parsed = orderBody.safeParse(call.body, { error: validationMessage })
    if (!parsed.success) return invalid(toValidationErrors(parsed.error))
    const unknown = unknownReferences(call, parsed.data)
    if (unknown.length > 0)
      return invalid(Object.fromEntries(unknown.map((field) => [field, [`The selected ${field} is invalid.`]])))
    return ok(orderView(createOrderFrom(call, parsed.data), everything, call.world))
  },
}
