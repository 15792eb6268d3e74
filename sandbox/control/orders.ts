import * as z from 'zod'
import { type OrderInput, putOrder } from '../put-order.ts'
import { ok } from '../reply.ts'
import { type ControlCall, withBody } from './control-call.ts'
import { orderState } from './state.ts'

/** Null means "not given": reads show null for what was not loaded. */
const given = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined)

const property = z.looseObject({ typeId: z.int(), value: z.union([z.string(), z.number().transform(String)]) })

const item = z.looseObject({
  id: z.int().nonnegative().optional(),
  typeId: z.int().optional(),
  itemVariationId: z.int().optional(),
  quantity: z.number().optional(),
  orderItemName: z.string().optional(),
  amounts: given(z.array(z.looseObject({ id: z.int().optional() }))),
  references: given(z.array(z.looseObject({ referenceType: z.string(), referenceOrderItemId: z.int() }))),
  properties: given(z.array(property)),
})

const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))

/** An order as in docs/back-office.md 4.1. */
const orderInput = z.looseObject({
  id: z.int().positive().optional(),
  typeId: z.int().optional(),
  plentyId: z.int().optional(),
  locationId: given(z.coerce.number()),
  referrerId: z.coerce.number().optional(),
  ownerId: given(z.coerce.number()),
  statusId: z.coerce.number().optional(),
  contactId: given(z.int()),
  createdAt: time.optional(),
  updatedAt: time.optional(),
  orderItems: given(z.array(item)),
  orderReferences: given(z.array(z.looseObject({ referenceType: z.string(), referenceOrderId: z.int() }))),
  properties: given(z.array(property)),
  addressRelations: given(z.array(z.looseObject({ typeId: z.int(), addressId: z.int() }))),
  addresses: given(z.array(z.looseObject({ id: z.int().positive().optional() }))),
  shippingPackages: given(z.array(z.looseObject({}))),
  documents: given(z.array(z.looseObject({}))),
})

/** Stores one order as it is given, without the rules of POST /rest/orders and without an event action. */
export const orders: ControlCall = {
  method: 'POST',
  path: '/sandbox/orders',
  answer: withBody(orderInput, (world, { createdAt, updatedAt, ...order }) => {
    const present = Object.fromEntries(Object.entries(order).filter(([, value]) => value !== undefined))
    const input = { ...present, createdAtMs: createdAt, updatedAtMs: updatedAt } as OrderInput
    return ok(orderState(putOrder(world.store, input, world.now()), world))
  }),
}
