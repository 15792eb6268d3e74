import type { Constants } from '../constants.ts'
import type { Query } from '../http/url-of.ts'
import { type OrderWith, parameters } from '../routes.ts'
import type { OrderFilter } from '../types.ts'
import type { Order } from './schemas.ts'

export const withQuery = (names: readonly OrderWith[] = []): Query =>
  names.map((name) => [parameters.with, name] as const)

export function filterQuery(filter: OrderFilter): Query {
  const { typeId, statusFrom, statusTo, externalNumber, contactId, parentOrderId, createdFrom, updatedFrom } = filter
  const conditions: readonly (readonly [name: string, value: string | number | undefined])[] = [
    [parameters.orderType, typeId],
    [parameters.statusFrom, statusFrom],
    [parameters.statusTo, statusTo],
    [parameters.externalNumber, externalNumber],
    [parameters.contactId, contactId],
    [parameters.parentOrderId, parentOrderId],
    [parameters.createdFrom, createdFrom],
    [parameters.updatedFrom, updatedFrom],
  ]
  const asked = conditions.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  return [...asked, ...withQuery(filter.with)]
}

/** False where the order shows that it was not asked for; what it does not show cannot speak against it. */
export function fits(order: Order, filter: OrderFilter, constants: Constants): boolean {
  const { typeId, statusFrom, statusTo, externalNumber, contactId, parentOrderId, createdFrom, updatedFrom } = filter
  return (
    (typeId === undefined || order.typeId === typeId) &&
    (statusFrom === undefined || order.statusId >= statusFrom) &&
    (statusTo === undefined || order.statusId <= statusTo) &&
    (externalNumber === undefined || !order.properties || carriesNumber(order, externalNumber, constants)) &&
    (contactId === undefined || isOfContact(order, contactId)) &&
    (parentOrderId === undefined || !order.orderReferences || refersTo(order, parentOrderId)) &&
    !isBefore(order.createdAt, createdFrom) &&
    !isBefore(order.updatedAt, updatedFrom)
  )
}

/** False also where either is missing or no time. */
const isBefore = (time: string | undefined, from: string | undefined): boolean =>
  Date.parse(time ?? '') < Date.parse(from ?? '')

export const carriesNumber = (order: Order, number: string, constants: Constants): boolean =>
  externalNumbersOf(order, constants).includes(number.trim())

export const externalNumbersOf = ({ properties }: Order, { propertyTypes }: Constants): string[] =>
  (properties ?? [])
    .filter(({ typeId }) => typeId === propertyTypes.externalOrderNumber)
    .map(({ value }) => value.trim())

/** Of any type: a return that names the order in another way than as `parent` is a return of it all the same. */
export const refersTo = (order: Order, orderId: number): boolean =>
  (order.orderReferences ?? []).some(({ referenceOrderId }) => referenceOrderId === orderId)

/** True also where the order names no customer. */
export function isOfContact(order: Order, contactId: number): boolean {
  const contacts = (order.relations ?? []).filter(
    (one) => one.referenceType === 'contact' && one.relation === 'receiver',
  )
  return contacts.length === 0 || contacts.some(({ referenceId }) => referenceId === contactId)
}

/** Latest first; by time where both have one, else by id. */
export const newestFirst = (a: Order, b: Order): number => {
  const difference = Date.parse(b.createdAt ?? '') - Date.parse(a.createdAt ?? '')
  return difference || b.id - a.id
}
