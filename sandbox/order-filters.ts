import { isChildOf } from './order-shelf.ts'
import type { Order } from './records.ts'

type Test = (order: Order) => boolean
type Filter = { parse(text: string): number | string | undefined; test(value: never): Test }

const number = (text: string): number | undefined => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined)

const time = (text: string): number | undefined => {
  const epochMs = Date.parse(text)
  return Number.isNaN(epochMs) ? undefined : epochMs
}

const filter = <T extends number | string>(
  parse: (text: string) => T | undefined,
  test: (value: T) => Test,
): Filter => ({
  parse,
  test,
})

export const externalOrderNumber = (order: Order): string | undefined =>
  order.properties.find((property) => property.typeId === 7)?.value

/** The filters of docs/back-office.md 7.3. */
const filters: Record<string, Filter> = {
  orderType: filter(number, (typeId) => (order) => order.typeId === typeId),
  statusFrom: filter(number, (from) => (order) => order.statusId >= from),
  statusTo: filter(number, (to) => (order) => order.statusId <= to),
  referrerId: filter(number, (referrerId) => (order) => order.referrerId === referrerId),
  externalOrderId: filter(String, (wanted) => (order) => externalOrderNumber(order) === wanted),
  contactId: filter(number, (contactId) => (order) => order.contactId === contactId),
  parentOrderId: filter(number, (parentId) => (order) => isChildOf(order, parentId)),
  createdAtFrom: filter(time, (from) => (order) => order.createdAtMs >= from),
  createdAtTo: filter(time, (to) => (order) => order.createdAtMs <= to),
  updatedAtFrom: filter(time, (from) => (order) => order.updatedAtMs >= from),
  updatedAtTo: filter(time, (to) => (order) => order.updatedAtMs <= to),
}

/** The tests that a query asks for, and the names of filters whose value cannot be read. Names that are unknown, or `ignored`, count for nothing. */
export const readOrderFilters = (
  query: URLSearchParams,
  ignored: readonly string[],
): { tests: Test[]; unreadable: string[] } => {
  const tests: Test[] = []
  const unreadable: string[] = []
  for (const [name, text] of query) {
    const known = Object.hasOwn(filters, name) ? filters[name] : undefined
    if (!known || ignored.includes(name)) continue
    const value = known.parse(text)
    if (value === undefined) unreadable.push(name)
    else tests.push(known.test(value as never))
  }
  return { tests, unreadable }
}

const sortKeys: Record<string, (order: Order) => number> = {
  id: (order) => order.id,
  statusId: (order) => order.statusId,
  createdAt: (order) => order.createdAtMs,
  updatedAt: (order) => order.updatedAtMs,
}

/** Sorts by id, ascending, unless `sortBy` and `sortOrder` say otherwise: the newest order is on the last page. */
export const sortOrders = (orders: readonly Order[], query: URLSearchParams): readonly Order[] => {
  const name = query.get('sortBy') ?? 'id'
  const key = Object.hasOwn(sortKeys, name) ? sortKeys[name] : sortKeys.id
  const descending = query.get('sortOrder')?.toLowerCase() === 'desc'
  if (!key || (name === 'id' && !descending)) return orders
  const sign = descending ? -1 : 1
  return [...orders].sort((a, b) => sign * (key(a) - key(b) || a.id - b.id))
}
