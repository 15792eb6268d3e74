import type { Constants } from '../back-office/constants.ts'
import type { NewReturn, Order } from '../back-office/schemas.ts'
import type { CreateReturn } from '../commands.ts'
import { RetryLater } from '../errors.ts'
import type { ReturnLine } from '../inbox/event.ts'
import { type Ending, failed, held } from '../reasons.ts'
import type { OrderMemory } from '../state/order-memory.ts'
import { isOfReturnableType, isShown, type PlanItem, type ShownItem, toPlanItem } from './plan-item.ts'
import { type PlannedLine, planLines, remainingOf } from './plan-lines.ts'

type Property = { typeId: number; value: string }

export type ReturnRequest = Pick<CreateReturn, 'lines' | 'reason'>

export type ReturnFacts = {
  /** The parent, with everything loaded. */
  parent: Order
  /** Its returns, of any status, with lines. */
  returns: readonly Order[]
  /** Returns this bridge made, which the list may not show yet. */
  remembered: OrderMemory['returns']
  /** The API user (specification, POST /rest/orders, rule 3). */
  ownerId: number
  /** From a sender's reason, lower case, to the deployment's reason id. */
  reasons: Readonly<Record<string, string>>
  /** Reasons an operator has overruled. */
  waived: readonly string[]
  constants: Constants
}

export type ReturnPlan =
  | { body: NewReturn; lines: PlannedLine[]; returnLines: ReturnLine[] }
  | { ending: Ending; lines: PlannedLine[] }

/**
 * The exact body of a return by the rules of the specification (POST /rest/orders), or why there is none; explains every line.
 * Throws `RetryLater` where the parent was not shown whole: such an answer may be better the next time.
 */
export function planReturn(request: ReturnRequest, facts: ReturnFacts): ReturnPlan {
  const { parent, constants } = facts
  const refusal = refuseParent(parent, constants)
  if (refusal) return { ending: refusal, lines: [] }
  const items = (parent.orderItems ?? []).map((item) => toPlanItem(item, constants))
  const { plentyId } = parent
  const missing = notLoaded(parent, items)
  if (plentyId === null || missing.length > 0) throw notShown(parent, missing)
  const returned = [...returnedLines(facts.returns, constants), ...onlyRemembered(facts)]
  const { lines, ending } = planLines(items, request.lines, {
    remaining: remainingOf(parent, returned),
    capped: facts.waived.includes('too_many'),
  })
  if (ending) return { ending, lines }
  const addresses = addressRelations(parent, constants)
  if (!addresses) {
    return {
      ending: held(
        'addresses_missing',
        `Order ${parent.id} lacks its billing or delivery address relation: a return of it would stay incomplete.`,
      ),
      lines,
    }
  }
  const included = lines.filter((line) => line.included)
  const body: NewReturn = {
    typeId: constants.orderTypes.return,
    plentyId,
    locationId: parent.locationId,
    referrerId: parent.referrerId,
    ownerId: facts.ownerId,
    statusId: constants.statuses.returnFrom,
    orderReferences: [{ referenceType: 'parent', referenceOrderId: parent.id }],
    orderItems: included.map((line) =>
      returnItem(itemOf(items, line), line, reasonProperty(line.reason ?? request.reason, facts)),
    ),
    properties: copiedProperties(parent, constants),
    addressRelations: addresses,
  }
  return { body, lines, returnLines: included.map(({ orderItemId, quantity }) => ({ orderItemId, quantity })) }
}

function refuseParent(parent: Order, { orderTypes, statuses }: Constants): Ending | undefined {
  if (parent.typeId !== orderTypes.salesOrder) {
    return failed(
      'not_a_sales_order',
      `Order ${parent.id} is of type ${parent.typeId}: only sales orders (type ${orderTypes.salesOrder}) are returned.`,
    )
  }
  if (parent.statusId === statuses.cancelled) {
    return failed(
      'order_cancelled',
      `Order ${parent.id} is cancelled (status ${statuses.cancelled}): nothing of it can be returned.`,
    )
  }
  return undefined
}

/** What the plan needs and no read has shown: what is not known is not guessed. */
function notLoaded(parent: Order, items: readonly PlanItem[]): string[] {
  const fields = (['plentyId', 'orderItems', 'properties', 'addressRelations'] as const).filter(
    (field) => parent[field] === null,
  )
  const lines = items.filter((item) => isOfReturnableType(item) && !isShown(item))
  return [...fields, ...lines.map(({ id }) => `fields of line ${id}`)]
}

const notShown = (parent: Order, missing: readonly string[]): RetryLater =>
  new RetryLater(
    `The back office did not show all of order ${parent.id} that a return needs (${missing.slice(0, 20).join(', ')}).`,
  )

/** Lines of the returns that count, by the parent's order item id. */
export function returnedLines(returns: readonly Order[], { statuses }: Constants): ReturnLine[] {
  return returns.filter((order) => order.statusId !== statuses.cancelled).flatMap(linesOfReturn)
}

/** A return's lines as pieces of the parent's lines; a line that names no parent line does not count for any. */
export function linesOfReturn(order: Order): ReturnLine[] {
  return (order.orderItems ?? []).flatMap((item) => {
    const parentLine = item.references?.find((reference) => reference.referenceType === 'parent')
    return parentLine ? [{ orderItemId: parentLine.referenceOrderItemId, quantity: item.quantity }] : []
  })
}

/** The list can lag behind our own writes: what only we know of counts as well. */
function onlyRemembered({ returns, remembered }: ReturnFacts): ReturnLine[] {
  const listed = new Set(returns.map((order) => String(order.id)))
  return Object.entries(remembered).flatMap(([id, entry]) => (listed.has(id) ? [] : entry.lines))
}

function returnItem(item: ShownItem, line: PlannedLine, reason: Property): NewReturn['orderItems'][number] {
  return {
    typeId: item.typeId,
    itemVariationId: item.itemVariationId,
    quantity: line.quantity,
    orderItemName: item.orderItemName,
    // The service answers 422 to amounts with these two (specification, rule 2).
    amounts: item.amounts.map(({ id: _id, orderItemId: _orderItemId, ...amount }) => amount),
    references: [{ referenceType: 'parent', referenceOrderItemId: item.id }],
    properties: [reason],
  }
}

function itemOf(items: readonly PlanItem[], line: PlannedLine): ShownItem {
  const item = items.find(({ id }) => id === line.orderItemId)
  if (!item || !isShown(item)) throw new TypeError(`planned line ${line.orderItemId} is none of the order's lines`)
  return item
}

/** A reason nobody mapped means "no reason known" (specification, Property 35). */
function reasonProperty(reason: string | undefined, { reasons, constants }: ReturnFacts): Property {
  const value = (reason !== undefined && reasons[reason.trim().toLowerCase()]) || constants.defaultReturnReason
  return { typeId: constants.propertyTypes.returnReason, value }
}

function copiedProperties(parent: Order, { propertyTypes }: Constants): Property[] {
  const { externalOrderNumber, warehouse, shippingProfile, loyalty } = propertyTypes
  return [externalOrderNumber, warehouse, shippingProfile, loyalty].flatMap((typeId) => {
    const property = parent.properties?.find((candidate) => candidate.typeId === typeId)
    return property ? [{ typeId, value: property.value }] : []
  })
}

/** Both relations, or none at all: without them the order gets status 1 (specification, rule 1). */
function addressRelations(
  parent: Order,
  { addressRelationTypes }: Constants,
): { typeId: number; addressId: number }[] | undefined {
  const relations = [addressRelationTypes.billing, addressRelationTypes.delivery].flatMap((typeId) => {
    const relation = parent.addressRelations?.find((candidate) => candidate.typeId === typeId)
    return relation ? [{ typeId, addressId: relation.addressId }] : []
  })
  return relations.length === 2 ? relations : undefined
}
