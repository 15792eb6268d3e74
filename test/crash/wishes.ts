import type { Chance } from '../simulation/random.ts'

/** A delivery as its sender has it; each of its sendings is signed anew. */
export type Delivery = { source: string; id: string; topic?: string; body: string }

/** One thing that somebody wants once, however often it is told. `tag` is found again in its comment, `line` in its return. */
export type Wish = {
  tag: string
  kind: 'return' | 'comment'
  orderId: number
  line: { itemId: number; quantity: number } | undefined
  deliveries: Delivery[]
}

type Told = Pick<Wish, 'kind' | 'deliveries'>
/** What a sender is given to tell of; `number` is the wish's own. */
type Topic = { tag: string; number: number; order: { id: number; external: string }; sku: string; quantity: number }

/** As come together, so that they meet at their order's lock. */
export const wishesOfOrder = 3
const orderIdOf = (number: number): number => 10_001 + Math.floor(number / wishesOfOrder)
const externalOf = (orderId: number): string => String(6_203_000_000 + orderId)
const itemIdOf = (number: number): number => 30_001 + number
const skuOf = (number: number): string => `SKU-${number}`
const piecesOrdered = 3

/** Wishes told by five kinds of senders; some are told again under another delivery. */
export function writeWishes(chance: Chance, count: number): Wish[] {
  return Array.from({ length: count }, (_, number) => {
    const tag = `wish-${String(number).padStart(5, '0')}.`
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
}

/** Whose orders they are: a form must name the address of the order that it is about. */
export const customer = { id: 501, email: 'anna.beispiel@example.com' }

/** The orders that the wishes are about, as `POST /sandbox/orders` takes them: each wish has a line of its own. */
export function ordersOf(wishes: readonly Wish[]) {
  const ids = [...new Set(wishes.map(({ orderId }) => orderId))]
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
    orderItems: wishes.flatMap(({ orderId }, number) => (orderId === id ? [line(number)] : [])),
  }))
}

const senders: readonly ((topic: Topic) => Told)[] = [
  standardReturn,
  standardComment,
  shopifyRefund,
  shopifyMoney,
  woocommerceRefund,
  tallyReturn,
  typeformReturn,
]

function standardReturn({ tag, order, sku, quantity }: Topic): Told {
  const data = { order: { id: order.id }, lines: [{ sku, quantity }], note: tag }
  return { kind: 'return', deliveries: [standard(tag, 'return.requested', data)] }
}

function standardComment({ tag, order }: Topic): Told {
  const data = { order: { externalNumber: order.external }, text: `Please call me: ${tag}` }
  return { kind: 'comment', deliveries: [standard(tag, 'comment.submitted', data)] }
}

const standard = (tag: string, type: string, data: unknown): Delivery => ({
  source: 'standard',
  id: `d-${tag}`,
  body: JSON.stringify({ type, timestamp: '2026-10-01T09:30:00Z', data }),
})

/** A refund that brings its line back. */
function shopifyRefund(topic: Topic): Told {
  return { kind: 'return', deliveries: shopify(topic, 'return') }
}

/** A refund of money alone: a comment tells it. */
function shopifyMoney(topic: Topic): Told {
  return { kind: 'comment', deliveries: shopify(topic, 'no_restock') }
}

function shopify({ tag, number, order, sku, quantity }: Topic, restock_type: string): Delivery[] {
  const line = { quantity, restock_type, line_item: { sku, name: `Mug ${number}` } }
  const body = JSON.stringify({
    id: 900_000 + number,
    order_id: Number(order.external),
    note: tag,
    refund_line_items: [line],
  })
  const delivery = { source: 'shopify', topic: 'refunds/create', body }
  return ['a', 'b'].map((again) => ({ ...delivery, id: `${tag}${again}` }))
}

/** The order again, later and a little changed: another delivery, the same refund. */
function woocommerceRefund({ tag, number, order }: Topic): Told {
  const body = (status: string): string =>
    JSON.stringify({
      id: order.external,
      status,
      currency: 'EUR',
      refunds: [{ id: 700_000 + number, reason: tag, total: '-12.90' }],
    })
  const delivery = (status: string) => ({ source: 'woocommerce', topic: 'order.updated', id: tag, body: body(status) })
  return { kind: 'comment', deliveries: [delivery('processing'), delivery('completed')] }
}

function tallyReturn({ tag, order, sku, quantity }: Topic): Told {
  const answers = { order_number: order.external, email: customer.email, sku, quantity: String(quantity), note: tag }
  const fields = Object.entries(answers).map(([label, value]) => ({ key: `question_${label}`, label, value }))
  const body = (eventId: string): string =>
    JSON.stringify({ eventId, eventType: 'FORM_RESPONSE', data: { submissionId: tag, fields } })
  const deliveries = ['a', 'b'].map((again) => ({ source: 'tally', id: tag, body: body(`${tag}${again}`) }))
  return { kind: 'return', deliveries }
}

function typeformReturn({ tag, order, sku, quantity }: Topic): Told {
  const answers = Object.entries({ email: customer.email, sku, quantity: String(quantity), note: tag }).map(
    ([ref, text]) => ({
      type: 'text',
      text,
      field: { id: ref, ref },
    }),
  )
  const body = (event_id: string): string =>
    JSON.stringify({
      event_id,
      event_type: 'form_response',
      form_response: { token: tag, hidden: { order_number: order.external }, answers },
    })
  const deliveries = ['a', 'b'].map((again) => ({ source: 'typeform', id: tag, body: body(`${tag}${again}`) }))
  return { kind: 'return', deliveries }
}
