import type { Order } from './shapes.ts'

const fromSystem = ['id', 'orderItemId']

/** The body of a return of everything, by docs/back-office.md 5.2 alone. */
export const returnOf = (parent: Order, ownerId: number | undefined) => ({
  typeId: 3,
  plentyId: parent.plentyId,
  locationId: parent.locationId,
  referrerId: parent.referrerId,
  ownerId,
  statusId: 9.01,
  orderReferences: [{ referenceType: 'parent', referenceOrderId: parent.id }],
  orderItems: (parent.orderItems ?? [])
    .filter(({ typeId, itemVariationId }) => [1, 2, 3].includes(typeId) && itemVariationId > 0)
    .map((line) => ({
      typeId: line.typeId,
      itemVariationId: line.itemVariationId,
      quantity: 1,
      orderItemName: line.orderItemName,
      amounts: (line.amounts ?? []).map((amount) =>
        Object.fromEntries(Object.entries(amount).filter(([name]) => !fromSystem.includes(name))),
      ),
      references: [{ referenceType: 'parent', referenceOrderItemId: line.id }],
      properties: [{ typeId: 35, value: '1' }],
    })),
  properties: (parent.properties ?? [])
    .filter(({ typeId }) => [7, 1, 2, 995].includes(typeId))
    .map(({ typeId, value }) => ({ typeId, value })),
  addressRelations: (parent.addressRelations ?? []).map(({ typeId, addressId }) => ({ typeId, addressId })),
})
