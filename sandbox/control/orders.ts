import * as z from 'zod'
import type { OrderInput } from '../put-order.ts'
import { putOrder } from '../put-order.ts'
import { ok } from '../reply.ts'
import type { ControlCall } from './control-call.ts'
import { withBody } from './control-call.ts'
import { orderState } from './state.ts'

const property = z.looseObject({ typeId: z.int(), value: z.union([z.string(), z.number().transform(String)]) })

const item = z.looseObject({
  id: z.int().positive().optional(),
  typeId: z.int().optional(),
  itemVariationId: z.int().optional(),
  quantity: z.number().optional(),
  orderItemName: z.string().optional(),
  amounts: z.array(z.looseObject({ id: z.int().optional() })).optional(),
  references: z.array(z.looseObject({ referenceType: z.string(), referenceOrderItemId: z.int() })).optional(),
  properties: z.array(property).optional(),
})

const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))

/** Shaped as in the specification; null stands for "not given", as reads show it. */
const orderInput = z.looseObject({
  id: z.int().positive().optional(),
  typeId: z.int().optional(),
  plentyId: z.int().optional(),
  locationId: z.coerce.number().nullish(),
  referrerId: z.coerce.number().optional(),
  ownerId: z.coerce.number().nullish(),
  statusId: z.coerce.number().optional(),
  contactId: z.int().nullish(),
  createdAt: time.optional(),
  updatedAt: time.optional(),
  orderItems: z.array(item).nullish(),
  orderReferences: z.array(z.looseObject({ referenceType: z.string(), referenceOrderId: z.int() })).nullish(),
  properties: z.array(property).nullish(),
  addressRelations: z.array(z.looseObject({ typeId: z.int(), addressId: z.int() })).nullish(),
  addresses: z.array(z.looseObject({ id: z.int().positive().optional() })).nullish(),
  shippingPackages: z.array(z.looseObject({})).nullish(),
  documents: z.array(z.looseObject({})).nullish(),
})

/** Stores one order as it is given: no rule of POST /rest/orders applies and no event action fires. */
export const orders: ControlCall = {
  method: 'POST',
  path: '/sandbox/orders',
  answer: withBody(orderInput, (world, { createdAt, updatedAt, ...given }) => {
    const present = Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== null && value !== undefined),
    )
    const input = { ...present, createdAtMs: createdAt, updatedAtMs: updatedAt } as OrderInput
    return ok(orderState(putOrder(world.store, input, world.now()), world))
  }),
}
