import { putOrder } from '../put-order.ts'
import type { Store } from '../store.ts'
import { apiUser } from './api-user.ts'

const returnsOfParent = { parentOrderId: 20000, firstId: 600_001, count: 600 } as const

/** Every third return is cancelled; the others are active. */
const statuses = [9.01, 9.02, 8] as const

const firstCreatedAtMs = Date.parse('2026-07-10T08:00:00+02:00')
const hourMs = 3_600_000

/** 600 returns of one sample card each under one parent: three pages of the largest size. */
export const seedReturns = (store: Store): void => {
  const parent = store.orders.get(returnsOfParent.parentOrderId)
  const parentItem = parent?.orderItems[0]
  if (!parent || !parentItem)
    throw new Error(`Seed order ${returnsOfParent.parentOrderId} is missing: seed orders first.`)
  for (let at = 0; at < returnsOfParent.count; at += 1) {
    const id = returnsOfParent.firstId + at
    const { plentyId, locationId, referrerId, contactId, properties, addressRelations, addresses } = parent
    putOrder(
      store,
      {
        id,
        typeId: 3,
        plentyId,
        locationId,
        referrerId,
        contactId,
        properties,
        addressRelations,
        addresses,
        ownerId: apiUser.id,
        statusId: statuses[at % statuses.length] ?? statuses[0],
        orderReferences: [{ id, referenceType: 'parent', referenceOrderId: parent.id }],
        orderItems: [
          {
            id: id + 100_000,
            typeId: 1,
            itemVariationId: parentItem.itemVariationId,
            quantity: 1,
            orderItemName: parentItem.orderItemName,
            references: [{ referenceType: 'parent', referenceOrderItemId: parentItem.id }],
            properties: [{ typeId: 35, value: '1' }],
          },
        ],
      },
      firstCreatedAtMs + at * hourMs,
    )
  }
}
