import { putOrder } from '../put-order.ts'
import type { Store } from '../store.ts'
import { apiUser } from './api-user.ts'

const creditNote = { id: 610_001, parentOrderId: 10_014, createdAtMs: Date.parse('2026-09-20T08:00:00+02:00') } as const

/** A credit note for the whole parent order (`typeId` 4, docs/back-office.md 4.3). */
export const seedCreditNote = (store: Store): void => {
  const parent = store.orders.get(creditNote.parentOrderId)
  if (!parent) throw new Error(`Seed order ${creditNote.parentOrderId} is missing: seed orders first.`)
  const { plentyId, locationId, referrerId, contactId, properties, addressRelations, addresses, statusId } = parent
  putOrder(
    store,
    {
      id: creditNote.id,
      typeId: 4,
      plentyId,
      locationId,
      referrerId,
      contactId,
      properties,
      addressRelations,
      addresses,
      statusId,
      ownerId: apiUser.id,
      orderReferences: [{ id: creditNote.id, referenceType: 'parent', referenceOrderId: parent.id }],
      orderItems: parent.orderItems.map(({ id, typeId, itemVariationId, quantity, orderItemName, amounts }) => ({
        id: id + 100_000,
        typeId,
        itemVariationId,
        quantity,
        orderItemName,
        amounts: amounts.map(({ id: _, ...amount }) => amount),
        references: [{ referenceType: 'parent', referenceOrderItemId: id }],
      })),
    },
    creditNote.createdAtMs,
  )
}
