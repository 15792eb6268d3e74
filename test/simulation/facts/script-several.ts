import { woocommerce } from '../../../lib/sources/woocommerce/translate.ts'
import type { Place } from '../town/places.ts'
import type { Delivery, Draw, Fact, Line, ScriptedOrder } from './fact.ts'
import { deliveryIdOf } from './is-of-delivery.ts'

const minute = 60_000
const topic = 'order.updated'
/** No order has it, ever. */
const unknownOrder = 9_999_999

/** Events that report several facts at once. Tags from 21 on, which no other fact has. */
export function severalFacts(draw: Draw, orders: readonly ScriptedOrder[]): Fact[] {
  const { chance } = draw
  return [
    ...(chance.hits(0.3) ? updates(draw, chance.pick(orders)) : []),
    ...(chance.hits(0.3) ? commandsOfOne(draw, chance.pick(orders)) : []),
  ]
}

export const placesOf = (facts: readonly Fact[]): Place[] =>
  facts.flatMap(({ tag, besideHopeless }): Place[] => {
    if (besideHopeless) return ['a command beside one that fails for good']
    return /-2\d$/.test(tag) ? ['a fact that an update tells again'] : []
  })

/** A WooCommerce order that is refunded several times: each update tells all refunds so far once more, and none is ever repeated. */
function updates({ chance, faultyMs }: Draw, order: ScriptedOrder): Fact[] {
  const count = chance.between(2, 3)
  const tags = Array.from({ length: count }, (_, index) => `fact-${21 + index}`)
  const refunds = tags.map((tag, index) => ({ id: 930_000 + index, reason: tag, total: '-5.00' }))
  const firstMs = chance.between(0, faultyMs * 0.5)
  const told = tags.map((_, index): Delivery => {
    const body = { id: 6_001, number: order.externalNumber, status: 'processing', refunds: refunds.slice(0, index + 1) }
    const closeMs = chance.hits(0.5) ? chance.between(0, 3_000) : chance.between(0, 10 * minute)
    return { source: 'woo', id: deliveryIdOf(woocommerce, topic, body), topic, body, atMs: firstMs + index * closeMs }
  })
  return tags.map((tag, index) => ({ tag, kind: 'comment', order, lines: [], deliveries: told.slice(index) }))
}

/** A mapping that makes several commands of one delivery: a comment, a return, and in most cases one for an order that there is not. */
function commandsOfOne({ chance, faultyMs }: Draw, order: ScriptedOrder): Fact[] {
  const [comment, goods] = ['fact-31', 'fact-32']
  const line: Line = {
    ...{ itemId: order.id * 100 + 40, variationId: order.id * 100 + 90, sku: `SKU-${order.id}-40`, quantity: 2 },
  }
  order.lines.push(line)
  const ref = { id: order.id }
  const commands: object[] = [
    { type: 'add-comment', order: ref, text: comment, key: `${comment}-k` },
    { type: 'create-return', order: ref, lines: [{ sku: line.sku, quantity: 1 }], reason: goods, key: `${goods}-k` },
  ]
  const isHopeless = chance.hits(0.6)
  const hopeless = { type: 'add-comment', order: { id: unknownOrder }, text: 'for nobody', key: 'hopeless-k' }
  if (isHopeless) commands.splice(chance.between(0, 2), 0, hopeless)
  const delivery: Delivery = {
    source: 'desk',
    id: 'several-a',
    body: commands,
    atMs: chance.between(0, faultyMs * 0.8),
  }
  const common = { order, deliveries: [delivery], ...(isHopeless && { besideHopeless: true as const }) }
  return [
    { tag: comment, kind: 'comment', lines: [], ...common },
    { tag: goods, kind: 'return', lines: [{ line, quantity: 1 }], ...common },
  ]
}
