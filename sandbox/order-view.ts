import { toLocalTime } from './local-time.ts'
import type { Call } from './operation.ts'
import type { Order, OrderItem } from './records.ts'
import { invalid, type Reply } from './reply.ts'
import { numberOf } from './variations.ts'
import type { World } from './world.ts'

/** Names that `with[]` knows; all others are ignored (docs/back-office.md 4.2). */
const nestedFields = [
  'orderItems',
  'properties',
  'addressRelations',
  'addresses',
  'orderReferences',
  'shippingPackages',
  'documents',
] as const

const eagerNames = [...nestedFields, 'orderItems.properties', 'orderItems.variation'] as const

export type Loaded = ReadonlySet<string>

export const everything: Loaded = new Set(eagerNames)

/** Reads `with[]=a&with[]=b`, also `with[0]=a`. Dot notation loads the parent too. */
export const readWith = (query: URLSearchParams): Loaded => {
  const loaded = new Set<string>()
  for (const [key, name] of query) {
    if (!/^with\[\d*\]$/.test(key) || !eagerNames.some((known) => known === name)) continue
    loaded.add(name)
    loaded.add(name.split('.')[0] ?? name)
  }
  return loaded
}

/** Some servers refuse a name that they do not know. */
export const refuseVariations = ({ query, world }: Pick<Call, 'query' | 'world'>): Reply | undefined =>
  world.options.variations === 'refused' && readWith(query).has('orderItems.variation')
    ? invalid({ with: ['The selected with is invalid.'] })
    : undefined

/** The name that no specification has is unknown to some servers: they ignore it, and the field is not there. */
const variationView = ({ itemVariationId: id }: OrderItem, loaded: Loaded, world: World) =>
  world.options.variations !== 'loaded'
    ? {}
    : { variation: loaded.has('orderItems.variation') && id > 0 ? { id, number: numberOf(id, world) } : null }

const itemView = (item: OrderItem, loaded: Loaded, world: World) => {
  const { skuIs, shippingIds } = world.options
  const properties = item.properties.filter(({ typeId }) => typeId !== 98 || skuIs === 'property')
  return {
    ...item,
    id: item.typeId === 6 && shippingIds === 'zero' ? 0 : item.id,
    properties: loaded.has('orderItems.properties') ? properties : null,
    ...variationView(item, loaded, world),
  }
}

const childReferenceTypes: Record<number, string> = { 3: 'return', 4: 'credit_note' }

const referencesView = (order: Order, world: World) => {
  if (!world.options.parentsListReturns) return order.orderReferences
  const children = world.store.orders
    .childrenOf(order.id)
    .filter((other) => childReferenceTypes[other.typeId])
    .map((child) => ({
      id: child.orderReferences.find((reference) => reference.referenceOrderId === order.id)?.id,
      orderId: order.id,
      referenceType: childReferenceTypes[child.typeId],
      referenceOrderId: child.id,
    }))
  return [...order.orderReferences, ...children]
}

export const statusNames: Readonly<Record<string, string>> = {
  1: 'Incomplete data',
  7: 'Outgoing items booked',
  8: 'Cancelled',
  8.1: 'Cancelled by customer',
  9.01: 'Return registered',
  9.02: 'Return arrived',
}

const relationsView = (order: Order) =>
  order.contactId === null
    ? []
    : [{ orderId: order.id, referenceType: 'contact', referenceId: order.contactId, relation: 'receiver' }]

/** Fields that may be numbers or decimal strings (docs/back-office.md 1.3). */
const numbersView = (order: Order, world: World) => {
  const { statusId, referrerId, locationId, ownerId } = order
  if (world.options.numbersAs === 'number') return { statusId, referrerId, locationId, ownerId }
  return {
    statusId: String(statusId),
    referrerId: String(referrerId),
    locationId: locationId === null ? null : String(locationId),
    ownerId: ownerId === null ? null : String(ownerId),
  }
}

/** The order as reads show it: a field that `with[]` does not name is null (docs/back-office.md 4.2). */
export const orderView = (order: Order, loaded: Loaded, world: World): Record<string, unknown> => {
  const { id, contactId, createdAtMs, updatedAtMs, ...plain } = order
  const unloaded = nestedFields.filter((field) => !loaded.has(field)).map((field) => [field, null])
  return {
    id,
    ...plain,
    ...numbersView(order, world),
    statusName: statusNames[order.statusId] ?? '',
    lockStatus: 'unlocked',
    createdAt: toLocalTime(createdAtMs),
    updatedAt: toLocalTime(updatedAtMs),
    relations: relationsView(order),
    dates: [{ orderId: order.id, typeId: 2, date: toLocalTime(createdAtMs) }],
    amounts: [],
    orderItems: order.orderItems.map((item) => itemView(item, loaded, world)),
    orderReferences: loaded.has('orderReferences') ? referencesView(order, world) : null,
    // Both must be loaded, otherwise addresses is empty (docs/back-office.md 4.6).
    addresses: loaded.has('addressRelations') ? order.addresses : [],
    ...Object.fromEntries(unloaded),
  }
}
