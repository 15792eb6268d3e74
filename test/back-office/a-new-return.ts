import type { NewReturn } from '../../lib/back-office/resources/new-records.ts'

/** The body of a return: one mug of demo order 10001, by the rules of docs/back-office.md 5.2, 5.3. */
export const aNewReturn = (fields: object = {}): NewReturn => ({
  typeId: 3,
  plentyId: 1,
  locationId: 2,
  referrerId: 9,
  ownerId: 77,
  statusId: 9.01,
  orderReferences: [{ referenceType: 'parent', referenceOrderId: 10_001 }],
  orderItems: [aNewLine()],
  properties: [],
  addressRelations: [1, 2].map((typeId) => ({ typeId, addressId: 40_010 + typeId })),
  ...fields,
})

export const aNewLine = (fields: object = {}): NewReturn['orderItems'][number] => ({
  typeId: 1,
  itemVariationId: 1101,
  quantity: 1,
  orderItemName: 'Mug, blue',
  amounts: [],
  properties: [],
  references: [{ referenceType: 'parent', referenceOrderItemId: 30_001 }],
  ...fields,
})
