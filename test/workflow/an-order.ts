import type { Order, OrderItem } from '../../lib/back-office/resources/schemas.ts'

/** An order item with all fields, for tables of tests. */
export function anItem(fields: Partial<OrderItem> & { id: number; sku?: string }): OrderItem {
  const { sku, ...given } = fields
  return {
    typeId: 1,
    itemVariationId: 1000 + fields.id,
    quantity: 1,
    orderItemName: `Item ${fields.id}`,
    amounts: [{ id: 9, orderItemId: fields.id, currency: 'EUR', priceOriginalGross: 10, purchasePrice: 4 }],
    references: null,
    properties: sku === undefined ? [] : [{ typeId: 98, value: sku }],
    ...given,
  }
}

/** A sales order that can be returned, with everything loaded. */
export const anOrder = (fields: Partial<Order> = {}): Order => ({
  id: 10_001,
  typeId: 1,
  statusId: 7,
  plentyId: 1,
  locationId: 2,
  referrerId: 9,
  ownerId: 5,
  createdAt: '2026-01-01T00:00:00+01:00',
  orderItems: [anItem({ id: 1, sku: 'MUG', quantity: 2 }), anItem({ id: 2, sku: 'POT' })],
  properties: [
    { typeId: 7, value: 'EXT-1' },
    { typeId: 1, value: '104' },
    { typeId: 2, value: '6' },
    { typeId: 500, value: 'not copied' },
  ],
  addressRelations: [1, 2].map((typeId) => ({ typeId, addressId: 40 + typeId })),
  addresses: [{ id: 42, options: [{ typeId: 5, value: 'anna@example.com' }] }],
  orderReferences: [],
  relations: null,
  shippingPackages: null,
  documents: null,
  ...fields,
})

/** A return of an order's lines, as the back office lists it. */
export const aReturn = (id: number, lines: Record<number, number>, fields: Partial<Order> = {}): Order =>
  anOrder({
    id,
    typeId: 3,
    statusId: 9.01,
    ownerId: 77,
    orderReferences: [{ referenceType: 'parent', referenceOrderId: 10_001 }],
    orderItems: Object.entries(lines).map(([parentLine, quantity]) =>
      anItem({
        id: id * 10 + Number(parentLine),
        quantity,
        references: [{ referenceType: 'parent', referenceOrderItemId: Number(parentLine) }],
      }),
    ),
    ...fields,
  })
