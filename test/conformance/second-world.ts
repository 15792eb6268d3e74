import { createWorld } from '../workflow/world.ts'
import { listenSecondServer, type Readings, type Stored } from './second-server.ts'

const sku = (value: string) => [{ typeId: 98, value }]
const amounts = (orderItemId: number) => [
  { id: 1, orderItemId, currency: 'EUR', priceOriginalGross: 20, purchasePrice: 7 },
]
const line = (id: number, fields: Record<string, unknown>) => {
  const regular = { typeId: 1, itemVariationId: id * 10, quantity: 1, orderItemName: `Line ${id}`, references: [] }
  return { id, ...regular, amounts: amounts(id), properties: [], ...fields }
}
const relations = [
  { typeId: 1, addressId: 71 },
  { typeId: 2, addressId: 72 },
]

const common = {
  typeId: 1,
  statusId: 7,
  plentyId: 1,
  locationId: 4,
  ownerId: 2,
  referrerId: 2,
  addressRelations: relations,
}
const sold = (id: number, fields: Partial<Stored>): Stored => ({
  id,
  ...common,
  orderItems: [line(id * 100, {})],
  ...fields,
})
const numbered = (value: string) => [{ typeId: 7, value }]

const copied = [
  ...numbered('EXT-31'),
  { typeId: 1, value: '104' },
  { typeId: 2, value: '6' },
  { typeId: 995, value: '12' },
]

/**
 * A sale with everything that a return must copy or leave out, and three orders of one number. One of these is cancelled, and one has
 * returns: 40 unless asked for more.
 */
const orders: Stored[] = [
  sold(31, {
    contactId: 9,
    referrerId: 177.01,
    properties: [...copied, { typeId: 500, value: 'stays' }],
    orderItems: [
      line(3101, { quantity: 2, properties: sku('CUP') }),
      line(3102, { typeId: 2, properties: sku('SET') }),
      line(3103, { typeId: 3, properties: sku('SET') }),
      line(3104, { typeId: 3, quantity: 4, properties: sku('SET') }),
      line(3105, { typeId: 6, itemVariationId: 0 }),
      line(3106, { itemVariationId: -5 }),
    ],
  }),
  sold(32, { contactId: 10, properties: numbered('TWIN') }),
  sold(33, { contactId: 10, properties: numbered('TWIN') }),
  sold(34, { contactId: 10, statusId: 8, properties: numbered('TWIN') }),
]

const returns = (count: number): Stored[] =>
  Array.from({ length: count }, (_, index) =>
    sold(400 + index, {
      typeId: 3,
      statusId: [9.01, 9.02, 8][index % 3] ?? 8,
      properties: numbered('TWIN'),
      orderReferences: [{ referenceType: 'parent', referenceOrderId: 32 }],
    }),
  )

const seed = {
  contacts: [
    { id: 9, email: 'kim@example.com' },
    { id: 10, email: 'lee@example.com' },
  ],
  images: [61, 62],
}

/** The whole workflow with the project's client against the second server instead of the sandbox. */
export const createSecondWorld = async ({
  returnCount = 40,
  ...readings
}: Readings & { returnCount?: number } = {}) => {
  const server = await listenSecondServer({ ...seed, orders: [...orders, ...returns(returnCount)], ...readings })
  const toServer = (input: string | URL | Request, init?: RequestInit) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    return fetch(`${server.url}${pathname}${search}`, init)
  }
  const world = createWorld({ fetch: () => toServer })
  const office = world.workflow.openBackOffice({ deadlineMs: world.now() + 60_000 })
  const returnsOf = (orderId: number) =>
    server.orders.filter(
      ({ id, orderReferences = [] }) => id > 900 && orderReferences.some((one) => one.referenceOrderId === orderId),
    )
  return { ...world, server, office, sendBefore: world.now() + 50_000, returnsOf }
}
