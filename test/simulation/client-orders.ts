import type { Entry } from './client-list-server.ts'
import type { Answered, Asked } from './client-network.ts'

export type Given = {
  id: number
  typeId: number
  statusId: number | string
  number?: string
  /** The order that it names. */
  parent?: number
  contact?: number
  createdAt?: string
  referrerId?: number
  /** Whether lists show its nested data. */
  isLoaded: boolean
}

/** A whole order, as a read by id shows it. */
const whole = ({ id, typeId, statusId, number, parent, contact, createdAt, referrerId }: Given): Entry => ({
  ...{ id, typeId, statusId, plentyId: 1, locationId: 0, referrerId: referrerId ?? 9, ownerId: 77, createdAt },
  orderItems: [
    {
      ...{ id: id * 10, typeId: 1, itemVariationId: 5, quantity: 1, orderItemName: 'Tisch' },
      ...{ amounts: [], references: [], properties: [] },
    },
  ],
  properties: number === undefined ? [] : [{ typeId: 7, value: number }],
  ...{ addressRelations: [], addresses: [] },
  orderReferences: parent === undefined ? [] : [{ referenceType: 'parent', referenceOrderId: parent }],
  // 0: it names no customer.
  relations: !contact ? [] : [{ referenceType: 'contact', referenceId: contact, relation: 'receiver' }],
})

const nested = ['orderItems', 'properties', 'addressRelations', 'addresses', 'orderReferences'] as const

/** As a request shows it: nested fields are null unless they were asked for (docs/back-office.md 4.2). */
export function viewOf(given: Given, query: URLSearchParams): Entry {
  const names = query.getAll('with[]').map((name) => name.split('.')[0])
  const order = whole(given)
  for (const name of nested) if (!names.includes(name)) order[name] = null
  return order
}

/** In a list. */
export function listedView(given: Given, query: URLSearchParams): Entry {
  const order = viewOf(given, query)
  if (!given.isLoaded) for (const name of ['orderItems', 'properties', 'orderReferences']) order[name] = null
  return order
}

/** A read by id; `refused`: ids that nobody may read, with their status. */
export function readById(
  { path, query }: Asked,
  orders: readonly Given[],
  refused: ReadonlyMap<number, number> = new Map(),
): Answered | undefined {
  const id = Number(/^\/rest\/orders\/(\d+)$/.exec(path)?.[1] ?? 0)
  if (id === 0) return undefined
  const status = refused.get(id)
  const found = orders.find((one) => one.id === id)
  if (status !== undefined || !found) return { status: status ?? 404, json: { error: 'no' } }
  return { status: 200, json: viewOf(found, query) }
}
