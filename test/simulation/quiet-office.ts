import { putContact } from '../../sandbox/put-contact.ts'
import { putOrder } from '../../sandbox/put-order.ts'
import type { Order } from '../../sandbox/records.ts'
import type { World } from '../workflow/world.ts'
import type { Chance } from './random.ts'

const day = 24 * 60 * 60_000
/** Of the demo configuration: reason 3 is `defective`. */
const reasonType = 35

/** Orders, returns and credit notes of every status, referrer and age, and a customer whose address nobody may see. */
export function drawOffice({ sandbox, now }: World, chance: Chance, count: number): Order[] {
  const { store } = sandbox.world
  putContact(store, { id: 501, email: 'kunde.eins@example.com' })
  putContact(store, { id: 502, email: 'kunde.zwei@example.com' })
  const orders: Order[] = []
  for (let id = 10_001; id < 10_001 + count; id += 1) {
    const parents = orders.filter(({ typeId }) => typeId === 1)
    const parent = parents.length > 0 && chance.hits(0.7) ? chance.pick(parents) : undefined
    const typeId = parent ? chance.pick([1, 3, 3, 4]) : 1
    const addresses = [
      { id: 2 * id, countryId: 1, options: [{ typeId: 5, value: 'kunde.eins@example.com' }] },
      { id: 2 * id + 1, countryId: chance.pick([2, 25, 4]) },
    ]
    const reasons = chance.pick([['3'], ['3', '4'], ['4', '4'], ['4', '3']])
    const order = putOrder(
      store,
      {
        ...{ id, typeId, ownerId: chance.pick([77, 12]), plentyId: 1, locationId: 3 },
        statusId: chance.pick(typeId === 3 ? [9.01, 9.02, 8, 9.1, 1] : [7, 7.5, 3, 8, 9]),
        referrerId: chance.pick([9, 143, 143.2, 14, 177.01]),
        contactId: chance.pick([501, 502]),
        updatedAtMs: now() - chance.between(0, 9) * day,
        addresses,
        addressRelations: addresses.map((address, index) => ({ typeId: index + 1, addressId: address.id })),
        properties: [{ typeId: 7, value: `N-${chance.between(1, 4)}` }],
        orderItems: ['', ...reasons].map((reason, index) => ({
          ...{ typeId: 1, itemVariationId: 1_000 + index, quantity: index + 1, orderItemName: `Mug ${index}` },
          amounts: [{ priceGross: 10, purchasePrice: 4.44 }],
          ...(reason !== '' && typeId === 3 && { properties: [{ typeId: reasonType, value: reason }] }),
        })),
        ...(parent && typeId !== 1 && { orderReferences: [{ referenceType: 'parent', referenceOrderId: parent.id }] }),
      } as Parameters<typeof putOrder>[1],
      // No two at once: the newest comes first.
      now() - chance.between(0, 9) * day - id * 1_000,
    )
    orders.push(order)
  }
  return orders
}

/** As docs/back-office.md 4.9 lists the channels and countries of this office. */
export const channels: Readonly<Record<string, string>> = {
  '9': 'hosted online-shop platform',
  '14': 'furniture retailer',
  '143': 'retailer 143',
  '143.2': 'retailer 143',
  '177.01': 'do-it-yourself retailer',
}
export const countries: Readonly<Record<number, string>> = { 1: 'DE', 2: 'AT', 4: 'CH', 25: 'NL' }
