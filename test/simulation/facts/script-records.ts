import type { Delivery, Draw, Fact } from './fact.ts'

const minute = 60_000

type Asked = Pick<Fact, 'tag' | 'order'> & { index: number }

/** A new order; asked for by the merchant's own system, or by an operator under a request id. */
export function newOrder(draw: Draw, { tag, order, index }: Asked): Fact {
  const externalNumber = `NEW-${index}`
  const body = {
    ...{ typeId: 1, plentyId: 1, statusId: 3 },
    orderItems: [{ typeId: 1, itemVariationId: 5_000 + index, quantity: draw.chance.between(1, 3) }],
    properties: [{ typeId: 7, value: externalNumber }],
  }
  const command = { type: 'create-order', body }
  return { tag, kind: 'order', order, lines: [], externalNumber, deliveries: deliveriesOf(draw, tag, command) }
}

/** An image that is to become visible. */
export function newImage(draw: Draw, { tag, order, index }: Asked): Fact {
  const image = { itemId: 7_000 + index, imageId: 8_000 + index, type: 'mandant', value: 1 } as const
  const { itemId, imageId, ...body } = image
  const command = { type: 'publish-image', itemId, imageId, body }
  return { tag, kind: 'image', order, lines: [], image, deliveries: deliveriesOf(draw, tag, command) }
}

/** A comment under no key of its own: the content of the command stands for the fact. */
export function newComment({ chance, faultyMs }: Draw, { tag, order }: Asked): Fact {
  const command = { type: 'add-comment', order: { id: order.id }, text: tag }
  const atMs = chance.between(0, faultyMs * 0.8)
  return {
    tag,
    kind: 'comment',
    order,
    lines: [],
    deliveries: [{ source: 'desk', id: `${tag}-a`, body: [command], atMs }],
  }
}

/** Reported twice it is the same key; submitted twice it is a key of its own for the same thing. */
function deliveriesOf({ chance, weather, faultyMs }: Draw, tag: string, command: object): Delivery[] {
  const at = (after: number) =>
    after + (chance.hits(0.5) ? chance.between(0, 5_000) : chance.between(0, faultyMs * 0.6))
  const key = `${tag}-k`
  const byDesk = (id: string, atMs: number): Delivery => ({
    source: 'desk',
    id,
    body: [{ ...command, key }],
    atMs,
  })
  const byOperator = (id: string, atMs: number): Delivery => ({ source: 'operator', id, body: command, atMs })
  const first = chance.hits(0.6) ? byDesk(`${tag}-a`, at(0)) : byOperator(`${tag}-a`, at(0))
  const later = first.atMs + chance.between(0, 5 * minute)
  return [
    first,
    ...(weather.strikes('told twice') ? [byDesk(`${tag}-b`, later)] : []),
    ...(weather.strikes('submitted twice') ? [byOperator(`${tag}-c`, later)] : []),
  ]
}
