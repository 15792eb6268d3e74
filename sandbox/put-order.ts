import type { Address, Amount, Order, OrderItem, OrderReference } from './records.ts'
import type { Store } from './store.ts'

type ItemInput = Omit<Partial<OrderItem>, 'amounts'> & { amounts?: Partial<Amount>[] }

/** An order as it is given: missing fields get defaults, unknown fields are kept. */
export type OrderInput = Omit<Partial<Order>, 'orderItems' | 'orderReferences' | 'addresses'> & {
  orderItems?: ItemInput[]
  orderReferences?: (Pick<OrderReference, 'referenceType' | 'referenceOrderId'> & { id?: number })[]
  addresses?: (Omit<Address, 'id'> & { id?: number })[]
  relations?: unknown
}

const itemDefaults = { typeId: 1, itemVariationId: 0, quantity: 1, orderItemName: '' }

const idOf = (given: number | undefined, counter: Store['itemIds']): number => {
  const id = given ?? counter.next()
  counter.saw(id)
  return id
}

const toItem = (store: Store, orderId: number, input: ItemInput): OrderItem => {
  const { id: given, references = [], properties = [], ...rest } = input
  const id = idOf(given, store.itemIds)
  const amounts = (input.amounts ?? []).map((amount) => ({
    ...amount,
    id: amount.id ?? store.amountIds.next(),
    orderItemId: id,
  }))
  return { id, ...itemDefaults, ...rest, orderId, amounts, references, properties }
}

/** In the REST interface `relations` names the customer (docs/back-office.md 4.8). */
const contactIdOf = (input: OrderInput): number | null => {
  if (typeof input.contactId === 'number') return input.contactId
  const relations = Array.isArray(input.relations) ? input.relations : []
  const receiver = relations.find((one) => one?.referenceType === 'contact')
  return typeof receiver?.referenceId === 'number' ? receiver.referenceId : null
}

const orderDefaults = {
  typeId: 1,
  plentyId: 0,
  locationId: null,
  referrerId: 0,
  ownerId: null,
  statusId: 1,
  properties: [],
  addressRelations: [],
  shippingPackages: [],
  documents: [],
}

/** Stores an order and gives every missing id. Replaces an order with the same id. */
export const putOrder = (store: Store, input: OrderInput, nowMs: number): Order => {
  const id = input.id ?? store.orders.nextId()
  const { relations: _, ...rest } = input
  return store.orders.put({
    ...orderDefaults,
    ...rest,
    id,
    contactId: contactIdOf(input),
    createdAtMs: input.createdAtMs ?? nowMs,
    updatedAtMs: input.updatedAtMs ?? input.createdAtMs ?? nowMs,
    orderItems: (input.orderItems ?? []).map((item) => toItem(store, id, item)),
    orderReferences: (input.orderReferences ?? []).map((reference) => ({
      ...reference,
      id: idOf(reference.id, store.referenceIds),
      orderId: id,
    })),
    addresses: (input.addresses ?? []).map((address) => ({ ...address, id: idOf(address.id, store.addressIds) })),
  })
}
