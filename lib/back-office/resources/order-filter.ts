import type { Constants, Referrer } from '../constants.ts'
import type { Query } from '../http/url-of.ts'
import { type OrderWith, parameters } from '../routes.ts'
import type { OrderFilter } from '../types.ts'
import type { Address, Order } from './schemas.ts'

export const withQuery = (names: readonly OrderWith[] = []): Query =>
  names.map((name) => [parameters.with, name] as const)

/** The conditions of a filter are named as the parameters are. */
export function filterQuery({ typeId: orderType, with: names, ...others }: OrderFilter): Query {
  const filter: Partial<Record<string, string | number>> = { ...others, ...(orderType !== undefined && { orderType }) }
  const asked = Object.entries(parameters).flatMap(([name, parameter]) => {
    const value = filter[name]
    return value === undefined ? [] : [[parameter, value] as const]
  })
  return [...asked, ...withQuery(names)]
}

/** False where the order shows that it was not asked for; what it does not show cannot speak against it. */
export function fits(order: Order, filter: OrderFilter, constants: Constants): boolean {
  const { typeId, statusFrom, statusTo, externalNumber, contactId, parentOrderId, referrerId } = filter
  return (
    (typeId === undefined || order.typeId === typeId) &&
    (statusFrom === undefined || order.statusId >= statusFrom) &&
    (statusTo === undefined || order.statusId <= statusTo) &&
    (externalNumber === undefined || !order.properties || carriesNumber(order, externalNumber, constants)) &&
    (contactId === undefined || isOfContact(order, contactId)) &&
    (parentOrderId === undefined || !order.orderReferences || refersTo(order, parentOrderId)) &&
    (referrerId === undefined || order.referrerId === referrerId) &&
    !isBefore(order.createdAt, filter.createdFrom) &&
    !isBefore(filter.createdTo, order.createdAt) &&
    !isBefore(order.updatedAt, filter.updatedFrom) &&
    !isBefore(filter.updatedTo, order.updatedAt)
  )
}

/** False also where either is missing or no time. */
const isBefore = (time: string | undefined, other: string | undefined): boolean =>
  Date.parse(time ?? '') < Date.parse(other ?? '')

export const carriesNumber = (order: Order, number: string, constants: Constants): boolean =>
  externalNumbersOf(order, constants).includes(number.trim())

export const externalNumbersOf = ({ properties }: Order, { propertyTypes }: Constants): string[] =>
  (properties ?? [])
    .filter(({ typeId }) => typeId === propertyTypes.externalOrderNumber)
    .map(({ value }) => value.trim())

/** Of any type: a return that names the order in another way than as `parent` is a return of it all the same. */
export const refersTo = (order: Order, orderId: number): boolean =>
  (order.orderReferences ?? []).some(({ referenceOrderId }) => referenceOrderId === orderId)

/** The contacts that an order names as its customer (docs/back-office.md 4.8). */
export const customersOf = ({ relations }: Pick<Order, 'relations'>): number[] =>
  (relations ?? [])
    .filter(({ referenceType, relation }) => referenceType === 'contact' && relation === 'receiver')
    .map(({ referenceId }) => referenceId)

/** True also where the order names no customer. */
export function isOfContact(order: Order, contactId: number): boolean {
  const contacts = customersOf(order)
  return contacts.length === 0 || contacts.includes(contactId)
}

/** Latest first; by time where both have one, else by id. */
export const newestFirst = (a: Order, b: Order): number =>
  Date.parse(b.createdAt ?? '') - Date.parse(a.createdAt ?? '') || b.id - a.id

/** Compared as text from its start (docs/back-office.md 4.9): 143, 143.2 and every id that starts so are of 143. */
export const startsWithReferrer = (referrerId: number, prefix: string): boolean => String(referrerId).startsWith(prefix)

/** Channel an order came from; undefined for a referrer that no table knows. */
export function channelOf(referrerId: number | null, { referrers }: Pick<Constants, 'referrers'>): string | undefined {
  if (referrerId === null) return undefined
  const isIts = (one: Referrer) =>
    'prefix' in one ? startsWithReferrer(referrerId, one.prefix) : one.referrerId === referrerId
  return referrers.find(isIts)?.channel
}

type Addressed = Pick<Order, 'addresses' | 'addressRelations'>
type Tables<Name extends keyof Constants> = Pick<Constants, Name>

/** By the relation of type 2 (docs/back-office.md 4.6). Undefined: none, or read without both of its parts. */
export function deliveryAddress(order: Addressed, constants: Tables<'addressRelationTypes'>): Address | undefined {
  const { delivery } = constants.addressRelationTypes
  const relation = order.addressRelations?.find(({ typeId }) => typeId === delivery)
  return order.addresses?.find(({ id }) => id === relation?.addressId)
}

/** ISO code of the country an order goes to; undefined where its address is not shown, or no table knows its country. */
export function deliveryCountry(order: Addressed, constants: Tables<'addressRelationTypes' | 'countries'>) {
  const countryId = deliveryAddress(order, constants)?.countryId
  return countryId === undefined ? undefined : constants.countries[countryId]
}
