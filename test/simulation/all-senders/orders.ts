import { putContact } from '../../../sandbox/put-contact.ts'
import { putOrder } from '../../../sandbox/put-order.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import type { Chance } from '../random.ts'
import type { WideFact, WideLine, WideOrder } from './fact.ts'

const cancelled = 8

/** An order with articles, a bundle of two components, a gift note, and shipping costs; `at`: which of a schedule's. */
export function newWideOrder(chance: Chance, at: number, given: Partial<WideOrder> = {}): WideOrder {
  const id = 40_001 + at
  const line = (index: number, part: Partial<WideLine>): WideLine => ({
    ...{ id: id * 100 + index, typeId: 1, variationId: id * 10 + index, quantity: chance.between(2, 4) },
    name: `Article ${index} "of" ${id}`,
    ...part,
  })
  const sku = (letter: string) => `W-${id}-${letter}`
  const bundles = chance.between(1, 3)
  const master = line(4, { typeId: 2, sku: sku('SET'), quantity: bundles })
  const lines = [
    line(1, { sku: sku('A') }),
    line(2, { sku: sku('B') }),
    line(3, { sku: sku('C'), quantity: 1 }),
    master,
    line(5, { typeId: 3, sku: sku('SET'), quantity: bundles, master: master.id }),
    line(6, { typeId: 3, sku: sku('SET'), quantity: bundles * 2, master: master.id }),
    line(7, { variationId: -2, quantity: 1, name: 'Gift note' }),
    line(8, { typeId: 6, variationId: 0, quantity: 1, name: 'Shipping' }),
  ]
  const number = chance.pick([`302-${id}-1234567`, String(9_007_199_254_740_993n + BigInt(at)), `B-143-${id}`])
  return {
    ...{ id, number, lines, contactId: contactIdOf(at) },
    ...{ plentyId: chance.between(1, 3), locationId: chance.between(0, 4) },
    referrerId: chance.pick([9, 143.2, 177.01]),
    properties: [
      { typeId: 2, value: String(chance.between(1, 9)) },
      { typeId: 7, value: number },
      ...(chance.hits(0.5) ? [{ typeId: 995, value: `card-${at}` }] : []),
      { typeId: 1, value: String(chance.between(101, 109)) },
    ],
    ...{ isAddressed: true, isCancelled: false, ...given },
  }
}

/** The number of an order that was drawn with another one. */
export const withNumber = (order: WideOrder, number: string): WideOrder => ({
  ...order,
  number,
  properties: order.properties.map((one) => (one.typeId === 7 ? { ...one, value: number } : one)),
})

export const contactIdOf = (at: number): number => 60_000 + 10 * at

export const addressIds = ({ id }: Pick<WideOrder, 'id'>) => ({ billing: id * 2, delivery: id * 2 + 1 })

/** Into the back office, before the schedule begins. */
export function putWide(
  sandbox: Sandbox,
  { orders, contacts, flow }: Pick<WideFact, 'orders' | 'contacts' | 'flow'>,
  now: number,
): void {
  const { store } = sandbox.world
  for (const contact of contacts) putContact(store, contact)
  for (const order of orders) {
    const { billing, delivery } = addressIds(order)
    putOrder(
      store,
      {
        ...{ id: order.id, typeId: 1, plentyId: order.plentyId, locationId: order.locationId },
        ...{ referrerId: order.referrerId, statusId: order.isCancelled ? cancelled : 7, properties: order.properties },
        ...{ ownerId: 12, contactId: order.contactId },
        addresses: order.isAddressed ? [{ id: billing }, { id: delivery }] : [],
        addressRelations: order.isAddressed
          ? [
              { typeId: 2, addressId: delivery },
              { typeId: 1, addressId: billing },
            ]
          : [],
        orderItems: order.lines.map(toItem),
      },
      now,
    )
  }
  flow?.put?.(sandbox, now)
}

export const amountOf = ({ id }: WideLine) => ({ priceGross: (id % 100) + 0.9, purchasePrice: 4.2, currency: 'EUR' })

const toItem = (line: WideLine) => ({
  ...{ id: line.id, typeId: line.typeId, itemVariationId: line.variationId, quantity: line.quantity },
  ...{ orderItemName: line.name, amounts: [amountOf(line)] },
  references: line.master === undefined ? [] : [{ referenceType: 'bundle', referenceOrderItemId: line.master }],
  properties: line.sku === undefined ? [] : [{ typeId: 98, value: line.sku }],
})
