import { type Constants, isCancelled, type StatusRange } from '../../back-office/constants.ts'
import type { NewReturn, Order } from '../../back-office/resources/schemas.ts'
import { invariant } from '../../invariant.ts'
import { isShown, type PlanItem, type ShownItem, tolerance } from './plan-items.ts'
import type { PlannedLine } from './plan-lines.ts'

type Property = { typeId: number; value: string }
type Relations = { typeId: number; addressId: number }[]

type Parts = {
  parent: Order & { plentyId: number }
  items: readonly PlanItem[]
  lines: readonly PlannedLine[]
  addresses: Relations
  /** Of the whole request; a line's own comes before it. */
  reason: string | undefined
  ownerId: number
  statusId: number
  reasons: Readonly<Record<string, string>>
}

export function toReturnBody(parts: Parts, constants: Constants): NewReturn {
  const { parent, items, lines, addresses, reason, ownerId, statusId, reasons } = parts
  return {
    typeId: constants.orderTypes.return,
    plentyId: parent.plentyId,
    locationId: parent.locationId,
    referrerId: parent.referrerId,
    ownerId,
    statusId,
    orderReferences: [{ referenceType: 'parent', referenceOrderId: parent.id }],
    orderItems: lines.map((line) => {
      const value = reasonId([line.reason, reason], reasons) ?? constants.defaultReturnReason
      return returnItem(itemOf(items, line), line, { typeId: constants.propertyTypes.returnReason, value })
    }),
    properties: copiedProperties(parent, constants),
    addressRelations: addresses,
  }
}

const returnItem = (item: ShownItem, line: PlannedLine, reason: Property): NewReturn['orderItems'][number] => ({
  typeId: item.typeId,
  itemVariationId: item.itemVariationId,
  quantity: line.quantity,
  orderItemName: item.orderItemName,
  // The service answers 422 to amounts with these two (docs/back-office.md 5.3, rule 2).
  amounts: item.amounts.map(({ id: _id, orderItemId: _orderItemId, ...amount }) => amount),
  references: [{ referenceType: 'parent', referenceOrderItemId: item.id }],
  properties: [reason],
})

function itemOf(items: readonly PlanItem[], line: PlannedLine): ShownItem {
  const item = items.find(({ id }) => id === line.orderItemId)
  invariant(item !== undefined && isShown(item), 'line_of_another_order', { lineId: line.orderItemId })
  return item
}

/** The first that is mapped; a reason nobody mapped means "no reason known" (docs/back-office.md 4.5). */
function reasonId(
  given: readonly (string | undefined)[],
  reasons: Readonly<Record<string, string>>,
): string | undefined {
  const mapped = given.map((reason) => reason?.trim().toLowerCase()).find((key) => key && Object.hasOwn(reasons, key))
  return mapped === undefined ? undefined : reasons[mapped]
}

function copiedProperties(parent: Order, { propertyTypes }: Constants): Property[] {
  const { externalOrderNumber, warehouse, shippingProfile, loyalty } = propertyTypes
  return [externalOrderNumber, warehouse, shippingProfile, loyalty].flatMap((typeId) => {
    const property = parent.properties?.find(
      (candidate) => candidate.typeId === typeId && candidate.value.trim() !== '',
    )
    return property ? [{ typeId, value: property.value }] : []
  })
}

/** Both relations, or none at all: without them the order gets status 1 (docs/back-office.md 5.3, rule 1). */
export function addressRelations(parent: Order, { addressRelationTypes }: Constants): Relations | undefined {
  const relations = [addressRelationTypes.billing, addressRelationTypes.delivery].flatMap((typeId) => {
    const relation = parent.addressRelations?.find((candidate) => candidate.typeId === typeId)
    return relation ? [{ typeId, addressId: relation.addressId }] : []
  })
  return relations.length === 2 ? relations : undefined
}

type Facts = { parent: Order; listed: readonly Order[]; cancelled: readonly StatusRange[] }

/** Whatever planned it: its lines are the order's, and no more comes back than its returns have left. */
export function mustFitOrder({ orderReferences, orderItems }: NewReturn, facts: Facts): void {
  const { parent } = facts
  const isOfOrder = orderReferences.every(({ referenceOrderId }) => referenceOrderId === parent.id)
  invariant(isOfOrder && orderItems.length > 0, 'line_of_another_order', { orderId: parent.id })
  for (const { quantity, references } of orderItems) {
    const lineId = references[0]?.referenceOrderItemId ?? 0
    const ordered = parent.orderItems?.find(({ id }) => id === lineId)
    invariant(ordered !== undefined, 'line_of_another_order', { orderId: parent.id, lineId })
    const left = ordered.quantity - returnedOf(lineId, facts)
    const sent = sum(orderItems.filter((one) => one.references[0]?.referenceOrderItemId === lineId))
    invariant(quantity > 0 && sent <= left + tolerance, 'more_than_is_left', { lineId, quantity: sent, left })
  }
}

function returnedOf(lineId: number, { parent, listed, cancelled }: Facts): number {
  const ids = new Set(parent.orderItems?.map(({ id }) => id))
  const counting = listed.filter(({ statusId }) => !isCancelled(statusId, { cancelled }))
  const lines = counting.flatMap(({ orderItems }) => orderItems ?? [])
  // One that names several lines counts for the first of them.
  const lineOf = ({ references }: (typeof lines)[number]) =>
    references?.find((one) => one.referenceType === 'parent' && ids.has(one.referenceOrderItemId))?.referenceOrderItemId
  return sum(lines.filter((line) => lineOf(line) === lineId))
}

const sum = (lines: readonly { quantity: number }[]): number => lines.reduce((all, { quantity }) => all + quantity, 0)
