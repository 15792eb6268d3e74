import { type OrderInput, putOrder } from '../../sandbox/put-order.ts'
import type { Options } from '../../sandbox/world.ts'
import { createWorld } from '../workflow/world.ts'

/** The sandbox by another reading of the specification: other where nothing is stated. */
export const strict = {
  ...{ dialect: 'strict', tokenCase: 'camel', imagesAs: 'array' },
  ...{ parentsListReturns: false, showsCustomers: false, sessionsAs: 'words', variations: 'ignored' },
} as const satisfies Partial<Options>

/** What servers of this family were measured to do besides. */
const measured = { numbersAs: 'string', itemsPerPageMax: 100, listsLoad: false } as const satisfies Partial<Options>
const sku = (value: string) => [{ typeId: 98, value }]
const amounts = [{ currency: 'EUR', priceOriginalGross: 20, purchasePrice: 7 }]
const line = (id: number, fields: object = {}) => {
  const regular = { typeId: 1, itemVariationId: id * 10, quantity: 1, orderItemName: `Line ${id}`, amounts }
  return { id, ...regular, ...fields }
}
const numbered = (value: string) => [{ typeId: 7, value }]

const sold = (id: number, fields: OrderInput): OrderInput => ({
  ...{ id, typeId: 1, statusId: 7, plentyId: 1, locationId: 4, ownerId: 2, referrerId: 2 },
  addressRelations: [1, 2].map((typeId) => ({ typeId, addressId: 70 + typeId })),
  addresses: [{ id: 71 }, { id: 72 }],
  orderItems: [line(id * 100)],
  ...fields,
})

/**
 * A sale with everything that a return must copy or leave out, and three orders of one number. One of these is cancelled, and one has
 * returns.
 */
const orders = [
  sold(31, {
    contactId: 9,
    referrerId: 177.01,
    properties: [...numbered('EXT-31'), ...[1, 2, 995, 500].map((typeId) => ({ typeId, value: String(typeId) }))],
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

const returned = (index: number): OrderInput =>
  sold(400 + index, {
    typeId: 3,
    statusId: [9.01, 9.02, 8][index % 3] ?? 8,
    properties: numbered('TWIN'),
    orderReferences: [{ referenceType: 'parent', referenceOrderId: 32 }],
  })

const image = { itemId: 6, variationId: null, fileType: 'jpg', path: '', position: 0, url: '', names: [] }

/** The whole workflow with the project's client over the strict sandbox, whose order 32 has 40 returns unless asked for more. */
export function createStrictWorld({ returnCount = 40, ...options }: Partial<Options> & { returnCount?: number } = {}) {
  const world = createWorld({ seed: 'empty' })
  Object.assign(world.sandbox.world.options, strict, measured, options)
  const { store } = world.sandbox.world
  for (const order of [...orders, ...Array.from({ length: returnCount }, (_, index) => returned(index))])
    putOrder(store, structuredClone(order), world.now())
  for (const [id, email] of [
    [9, 'kim@example.com'],
    [10, 'lee@example.com'],
  ] as const)
    store.contacts.put({ id, email, firstName: '', lastName: '', singleAccess: '0', options: [] })
  for (const id of [61, 62]) store.images.put({ ...image, id, availabilities: [] })
  const office = world.workflow.openBackOffice({ deadlineMs: world.now() + 60_000 })
  return {
    ...{ ...world, office, store, sendBefore: world.now() + 50_000 },
    returnsOf: (orderId: number) => store.orders.childrenOf(orderId).filter(({ id }) => id >= 400 + returnCount),
    /** Without the one of the event action. */
    ownComments: (orderId: number) =>
      store.comments
        .list()
        .filter(({ referenceValue, text }) => referenceValue === orderId && text.includes('[bridge:')),
  }
}
