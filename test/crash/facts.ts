import type { Chance } from '../simulation/random.ts'
import { customer, type Delivery, senders } from './senders.ts'

/**
 * One fact, which must have its effect once, however often it is delivered. Its comment has `tag`, its return `line`.
 */
export type Fact = {
  tag: string
  kind: 'return' | 'comment'
  orderId: number
  line: { itemId: number; quantity: number } | undefined
  deliveries: Delivery[]
}

/** Several facts per order, so that their events compete for its lock. */
export const factsPerOrder = 2
const orderIdOf = (number: number): number => 10_001 + Math.floor(number / factsPerOrder)
const externalOf = (orderId: number): string => String(6_203_000_000 + orderId)
const itemIdOf = (number: number): number => 30_001 + number
const skuOf = (number: number): string => `SKU-${number}`
const piecesOrdered = 3

/** Facts of a form and of a shop; some have a second delivery. */
export const createFacts = (chance: Chance, count: number): Fact[] =>
  Array.from({ length: count }, (_, number) => {
    const tag = `fact-${String(number).padStart(5, '0')}.`
    const orderId = orderIdOf(number)
    const quantity = chance.between(1, 2)
    const topic = { tag, number, order: { id: orderId, external: externalOf(orderId) }, sku: skuOf(number), quantity }
    const { kind, deliveries } = chance.pick(senders)(topic)
    return {
      tag,
      kind,
      orderId,
      line: kind === 'return' ? { itemId: itemIdOf(number), quantity } : undefined,
      deliveries: chance.hits(0.3) ? deliveries : deliveries.slice(0, 1),
    }
  })

/** The orders of the facts, as bodies of `POST /sandbox/orders`. Each fact has a line of its own. */
export function ordersOf(facts: readonly Fact[]) {
  const ids = [...new Set(facts.map(({ orderId }) => orderId))]
  const line = (number: number) => ({
    id: itemIdOf(number),
    typeId: 1,
    itemVariationId: 1_000 + number,
    quantity: piecesOrdered,
    orderItemName: `Mug ${number}`,
    amounts: [{ currency: 'EUR', priceGross: 12.9, priceOriginalGross: 12.9 }],
    properties: [{ typeId: 98, value: skuOf(number) }],
  })
  return ids.map((id) => ({
    id,
    typeId: 1,
    plentyId: 1,
    statusId: 7,
    contactId: customer.id,
    referrerId: 9,
    locationId: 2,
    properties: [
      { typeId: 7, value: externalOf(id) },
      { typeId: 1, value: '104' },
      { typeId: 2, value: '6' },
    ],
    addresses: [{ id: id * 10 + 1 }, { id: id * 10 + 2 }],
    addressRelations: [1, 2].map((typeId) => ({ typeId, addressId: id * 10 + typeId })),
    orderItems: facts.flatMap(({ orderId }, number) => (orderId === id ? [line(number)] : [])),
  }))
}
