import { putContact } from '../put-contact.ts'
import { putOrder } from '../put-order.ts'
import type { Address, Contact } from '../records.ts'
import type { Store } from '../store.ts'
import { demoContacts, demoStreets } from './demo-contacts.ts'
import { seedCreditNote } from './demo-credit-note.ts'
import { demoImages } from './demo-images.ts'
import { demoOrders, type LineData, type OrderData } from './demo-orders.ts'
import { seedReturns } from './demo-returns.ts'

/** Tenant, warehouse and shipping profile of every demo order. */
const tenant = { plentyId: 1, locationId: 2, warehouse: '104', shippingProfile: '6' } as const

/** A person at the shop: sales orders do not belong to the API user. */
const clerkId = 12

const vatRate = 19

const amountOf = (line: LineData) => ({
  isSystemCurrency: true,
  currency: 'EUR',
  exchangeRate: 1,
  priceOriginalGross: line.gross / 100,
  priceGross: line.gross / 100,
  priceNet: Math.round(line.gross / (1 + vatRate / 100)) / 100,
  surcharge: 0,
  discount: 0,
  isPercentage: true,
  purchasePrice: line.purchase / 100,
})

const toItem = (line: LineData, position: number) => ({
  id: line.id,
  typeId: line.typeId,
  itemVariationId: line.variation,
  quantity: line.quantity,
  orderItemName: line.name,
  position,
  vatRate,
  shippingProfileId: Number(tenant.shippingProfile),
  amounts: [amountOf(line)],
  references: line.master === undefined ? [] : [{ referenceType: 'bundle', referenceOrderItemId: line.master }],
  properties: line.sku === undefined ? [] : [{ typeId: 98, value: line.sku }],
})

/** Each order has its own addresses: one of relation 1 and the delivery address (relation 2). */
const addressesOf = (order: OrderData, contact: Contact): Address[] => {
  const street = demoStreets[contact.id - demoContacts[0].id]
  const options = [{ typeId: 5, value: contact.email }]
  const name = { name1: '', name2: contact.firstName, name3: contact.lastName }
  const firstId = (order.id % 1000) * 10 + (order.id >= 20_000 ? 52_000 : 40_000)
  return [1, 2].map((relation) => ({ id: firstId + relation, ...name, ...street, options }))
}

const propertiesOf = (order: OrderData) => [
  { typeId: 1, value: tenant.warehouse },
  { typeId: 2, value: tenant.shippingProfile },
  { typeId: 7, value: order.external },
  ...(order.loyalty === undefined ? [] : [{ typeId: 995, value: order.loyalty }]),
]

const papersOf = (order: OrderData) =>
  order.statusId !== 7
    ? {}
    : {
        shippingPackages: [
          {
            id: order.id,
            orderId: order.id,
            packageId: 1,
            packageNumber: `00340434${order.id}0000001`,
            returnPackageNumber: '',
          },
        ],
        documents: [
          {
            id: order.id,
            type: 'invoice',
            number: String(order.id),
            path: `invoice/${order.id}.pdf`,
            createdAt: order.createdAt,
          },
        ],
      }

const seedOrder = (store: Store, order: OrderData): void => {
  const contact = store.contacts.get(order.contactId)
  const addresses = contact && order.addressed !== false ? addressesOf(order, contact) : []
  putOrder(
    store,
    {
      id: order.id,
      typeId: 1,
      plentyId: tenant.plentyId,
      locationId: tenant.locationId,
      referrerId: order.referrerId,
      ownerId: clerkId,
      statusId: order.statusId,
      contactId: order.contactId,
      orderItems: order.lines.map(toItem),
      properties: propertiesOf(order),
      addresses,
      addressRelations: addresses.map((address, at) => ({ typeId: at + 1, addressId: address.id })),
      ...papersOf(order),
    },
    Date.parse(order.createdAt),
  )
}

/** The demo world: the same ids and values at every start. */
export const seedDemo = (store: Store): void => {
  for (const contact of demoContacts) putContact(store, contact)
  for (const order of demoOrders) seedOrder(store, order)
  seedReturns(store)
  seedCreditNote(store)
  for (const image of demoImages) store.images.put(structuredClone(image))
}
