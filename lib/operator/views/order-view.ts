import type { Constants } from '../../back-office/constants.ts'
import { channelOf, deliveryCountry, externalNumbersOf } from '../../back-office/resources/order-filter.ts'
import type { Order, OrderItem } from '../../back-office/resources/schemas.ts'
import type { Config } from '../../config/config.ts'
import { toPlanItem } from '../../workflow/plan-return/plan-items.ts'

/** What an operator may see of an order: of its addresses ids and countries. Null: not shown by the back office, or in no table. */
export const orderView = (order: Order, constants: Constants) =>
  withoutPurchasePrices({
    ...only(fields.order, order),
    externalNumber: externalNumbersOf(order, constants)[0] ?? null,
    amounts: amountsOf(order.amounts),
    orderItems: order.orderItems?.map((item) => itemOf(item, constants)) ?? null,
    properties: each(fields.property, order.properties),
    addressRelations: each(fields.addressRelation, order.addressRelations),
    addresses: addressesOf(order, constants),
    orderReferences: each(fields.orderReference, order.orderReferences),
    relations: each(fields.relation, order.relations),
    dates: each(fields.date, order.dates),
    shippingPackages: each(fields.package, order.shippingPackages),
    documents: each(fields.document, order.documents),
    channel: channelOf(order.referrerId, constants) ?? null,
    deliveryCountry: deliveryCountry(order, constants) ?? null,
    customer: initialsOf(order, constants),
  })

/** The copy of a record without its confidential prices, at any depth. */
export function withoutPurchasePrices(record: Readonly<Record<string, unknown>>): Record<string, unknown>
export function withoutPurchasePrices(value: unknown): unknown
export function withoutPurchasePrices(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPurchasePrices)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => !/purchase[_-]?price/i.test(name))
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutPurchasePrices(inner)]))
}

/** What is stated or public (docs/back-office.md 4). The rest can be a label with an address, or a path to a document. */
const fields = {
  order: 'id typeId plentyId locationId referrerId ownerId statusId statusName lockStatus createdAt updatedAt',
  item: 'id typeId itemVariationId quantity orderItemName shippingProfileId vatRate position createdAt',
  property: 'typeId value',
  addressRelation: 'addressId typeId',
  orderReference: 'id referenceType referenceOrderId originOrderId',
  relation: 'referenceType referenceId relation',
  date: 'typeId date',
  itemReference: 'referenceType referenceOrderItemId',
  package: 'id packageId packageNumber returnPackageNumber',
  document: 'id type number createdAt',
} as const

type Loaded = Record<string, unknown>
const plain = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? value : null)

const only = (names: string, one: Loaded): Loaded =>
  Object.fromEntries(names.split(' ').map((name) => [name, plain(one[name])]))

/** Null: not loaded, or not shown by the back office. So is a field that holds more than one value. */
const each = (names: string, records: unknown): Loaded[] | null =>
  Array.isArray(records) ? records.map((one: Loaded | null) => only(names, one ?? {})) : null

const single = (one: Loaded): Loaded =>
  Object.fromEntries(Object.entries(one).filter(([, value]) => typeof value !== 'object'))

/** Single values alone. Purchase prices are still among them. */
const amountsOf = (amounts: unknown): Loaded[] | null =>
  Array.isArray(amounts) ? amounts.map((one: Loaded | null) => single(one ?? {})) : null

const itemOf = (item: OrderItem, constants: Constants) => ({
  ...only(fields.item, item),
  sku: toPlanItem(item, constants).sku ?? (item.variation?.number || null),
  amounts: amountsOf(item.amounts),
  references: each(fields.itemReference, item.references),
  properties: each(fields.property, item.properties),
})

/** Of each address its id, which the relations name, and its country: where somebody lives is nobody's business here. */
const addressesOf = ({ addresses }: Order, { countries }: Pick<Constants, 'countries'>) =>
  addresses?.map(({ id, countryId }) => ({ id, country: countries[countryId ?? 0] ?? null })) ?? null

/** `A. B.` of whom it is delivered to. Names of addresses are public and not stated (docs/back-office.md 4.6): nothing relies on them. */
function initialsOf({ addresses, addressRelations }: Order, { addressRelationTypes }: Constants): string | null {
  const to = addressRelations?.find(({ typeId }) => typeId === addressRelationTypes.delivery)?.addressId
  const { name1, name2, name3 }: Loaded = addresses?.find(({ id }) => id === to) ?? {}
  const named = [name2, name3, name1].filter((name) => typeof name === 'string' && name.trim() !== '')
  const letters = named.slice(0, 2).flatMap((name) => /\p{L}/u.exec(String(name)) ?? [])
  return letters.length === 0 ? null : letters.map((letter) => `${letter}.`).join(' ')
}

type Links = Record<string, string>
type Linking = Pick<Config, 'orderUrl'>

/** Where the back office shows each of these orders and returns, by id. Nothing where `orderUrl` is not configured. */
export function orderLinks(ids: Iterable<number | undefined>, { orderUrl }: Linking): { links?: Links } {
  if (orderUrl === undefined) return {}
  const known = [...new Set(ids)].filter((id) => id !== undefined)
  if (known.length === 0) return {}
  const links = known.map((id) => [String(id), orderUrl.replace('{id}', () => encodeURIComponent(id))])
  return { links: Object.fromEntries(links) }
}

/** The same of what was read of the back office. */
export function linksTo(orders: readonly { id: number }[], config: Linking) {
  const ids = orders.map(({ id }) => id)
  return orderLinks(ids, config)
}
