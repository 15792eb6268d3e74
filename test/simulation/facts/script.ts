import { shopify } from '../../../lib/sources/shopify/translate.ts'
import type { Chance } from '../random.ts'
import type { Weather } from '../weather/weather.ts'
import type { Delivery, Draw, Fact, Line, Script, ScriptedOrder } from './fact.ts'
import { deliveryIdOf } from './is-of-delivery.ts'
import { writeParcels } from './script-parcels.ts'
import { newComment, newImage, newOrder } from './script-records.ts'
import { severalFacts } from './script-several.ts'

const minute = 60_000
const none = { order: undefined, parcels: [] }

/** What happens in one schedule, drawn from its seed. */
export function writeScript(chance: Chance, weather: Weather): Script {
  const faultyMs = chance.between(10, 45) * minute
  const orders = Array.from({ length: chance.between(1, 3) }, (_, index) => drawOrder(chance, weather, index))
  const facts = Array.from({ length: chance.between(2, 6) }, (_, index) =>
    drawFact({ chance, weather, faultyMs }, chance.pick(orders), index),
  )
  const draw = { chance: chance.fork(), weather, faultyMs }
  const likely = [0.4, 0.2, 0.2]
  const records = ([newOrder, newImage, newComment] as const).flatMap((toFact, kind) => {
    const index = facts.length + kind + 1
    return draw.chance.hits(likely[kind] ?? 0)
      ? [toFact(draw, { tag: `fact-${index}`, order: draw.chance.pick(orders), index })]
      : []
  })
  const { order, parcels } = chance.hits(0.5) ? writeParcels({ ...draw, chance: chance.fork() }) : none
  const several = severalFacts({ ...draw, chance: chance.fork() }, orders)
  return { orders: order ? [...orders, order] : orders, facts: [...facts, ...records, ...several], parcels, faultyMs }
}

function drawOrder(chance: Chance, weather: Weather, index: number): ScriptedOrder {
  const id = 10_001 + index
  const drawn = Array.from({ length: chance.between(1, 3) }, (_, line) => newLine(id, line, chance.between(2, 6)))
  const alike = chance.hits(0.3)
  // One article on two lines, as with a discount for the second piece: the name alone does not tell which line is meant.
  const lines = drawn.map((line) =>
    alike ? { ...line, sku: `SKU-${id}`, variationId: id * 100 + 50, quantity: chance.between(1, 2) } : line,
  )
  const late = weather.strikes('order late') ? chance.between(5, 50) : 0
  const appearsAfter = weather.strikes('order never') ? undefined : late
  return {
    id,
    externalNumber: String(6_203_001_000 + index),
    lines,
    appearsAfter,
    earlierReturns: chance.pick([0, 0, 1, 3]),
  }
}

const newLine = (orderId: number, index: number, quantity: number): Line => ({
  itemId: orderId * 100 + index,
  variationId: orderId * 100 + 50 + index,
  sku: `SKU-${orderId}-${index}`,
  quantity,
})

function drawFact(draw: Draw, order: ScriptedOrder, index: number): Fact {
  const { chance } = draw
  const fact = { tag: `fact-${index + 1}`, order }
  const how = chance.next()
  if (how < 0.5) return formReturn(draw, fact)
  if (how < 0.65) return formComment(draw, fact)
  return shopRefund(draw, { ...fact, index, restocked: how < 0.85 })
}

function formReturn(draw: Draw, { tag, order }: Pick<Fact, 'tag' | 'order'>): Fact {
  const { chance, weather } = draw
  const lines = chance.hits(0.2) ? 'all' : [{ line: chance.pick(order.lines), quantity: chance.between(1, 2) }]
  const named =
    lines === 'all'
      ? 'all'
      : lines.map(({ line, quantity }) => ({
          ...chance.pick([{ sku: line.sku }, { orderItemId: line.itemId }]),
          quantity,
        }))
  const ref = chance.pick([{ id: order.id }, { externalNumber: order.externalNumber }])
  const data = { order: ref, lines: named, reason: tag, note: tag }
  const first = { source: 'form' as const, id: `${tag}-a`, body: message('return.requested', data), atMs: soon(draw) }
  const again = weather.strikes('submitted twice')
    ? [{ ...first, id: `${tag}-b`, atMs: first.atMs + chance.between(200, 20 * minute) }]
    : []
  return { tag, kind: 'return', order, lines, deliveries: [first, ...again] }
}

function formComment(draw: Draw, { tag, order }: Pick<Fact, 'tag' | 'order'>): Fact {
  const data = {
    order: { id: order.id },
    text: `Please call me <b>${tag}</b>`,
    visibleForContact: draw.chance.hits(0.5),
  }
  const delivery = {
    source: 'form' as const,
    id: `${tag}-a`,
    body: message('comment.submitted', data),
    atMs: soon(draw),
  }
  return { tag, kind: 'comment', order, lines: [], deliveries: [delivery] }
}

/** A refund of a line of its own: its return carries no reason, so the line tells whose it is. */
function shopRefund(
  draw: Draw,
  { tag, order, index, restocked }: Pick<Fact, 'tag' | 'order'> & { index: number; restocked: boolean },
): Fact {
  const { chance, weather } = draw
  const line = newLine(order.id, 10 + index, 2)
  order.lines.push(line)
  const body = {
    id: 900_000 + index,
    order_id: Number(order.externalNumber),
    note: tag,
    refund_line_items: [
      { quantity: 1, restock_type: restocked ? 'return' : 'no_restock', line_item: { sku: line.sku, name: 'Mug' } },
    ],
  }
  const topic = 'refunds/create'
  const sent = (what: object, atMs: number): Delivery => {
    return { source: 'shop', topic, id: deliveryIdOf(shopify, topic, what), body: what, atMs }
  }
  const first = sent(body, soon(draw))
  // By another subscription, in the shape of another version.
  const again = weather.strikes('told twice')
    ? [sent({ ...body, created_at: '2026-03-02' }, first.atMs + chance.between(0, 5 * minute))]
    : []
  const lines = restocked ? [{ line, quantity: 1 }] : []
  return { tag, kind: restocked ? 'return' : 'comment', order, lines, deliveries: [first, ...again] }
}

const message = (type: string, data: unknown) => ({ type, timestamp: '2026-03-02T09:00:00Z', data })

/** Half of the deliveries come close together, so that they meet. */
const soon = ({ chance, faultyMs }: Draw): number =>
  chance.hits(0.5) ? chance.between(0, 5_000) : chance.between(0, faultyMs * 0.8)
