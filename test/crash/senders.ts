/** An unsigned delivery; each request with it is signed again. */
export type Delivery = { source: string; id: string; topic?: string; body: string }

/** The deliveries of one fact: others may follow the first. */
type Sent = { kind: 'return' | 'comment'; deliveries: Delivery[] }
/** What a sender's delivery is about; `number` is unique to the fact. */
export type Topic = {
  tag: string
  number: number
  order: { id: number; external: string }
  sku: string
  quantity: number
}

/** The customer of all orders, because a form must name the e-mail address of its order. */
export const customer = { id: 501, email: 'anna.beispiel@example.com' }

export const senders = [standardReturn, standardComment, shopifyRefund, shopifyMoney]

function standardReturn({ tag, order, sku, quantity }: Topic): Sent {
  const data = { order: { id: order.id }, lines: [{ sku, quantity }], note: tag }
  return { kind: 'return', deliveries: [standard(tag, 'return.requested', data)] }
}

function standardComment({ tag, order }: Topic): Sent {
  const data = { order: { externalNumber: order.external }, text: `Please call me: ${tag}` }
  return { kind: 'comment', deliveries: [standard(tag, 'comment.submitted', data)] }
}

const standard = (tag: string, type: string, data: unknown): Delivery => ({
  source: 'standard',
  id: `d-${tag}`,
  body: JSON.stringify({ type, timestamp: '2026-10-01T09:30:00Z', data }),
})

/** A refund with goods coming back. */
function shopifyRefund(topic: Topic): Sent {
  return { kind: 'return', deliveries: shopify(topic, 'return') }
}

/** A refund of money only, which becomes a comment. */
function shopifyMoney(topic: Topic): Sent {
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
  // By two subscriptions, which write it differently: the same bytes would be one delivery.
  const delivery = { source: 'shopify', topic: 'refunds/create' }
  return [body, `${body} `].map((bytes, at) => ({ ...delivery, id: `${tag}-${at}`, body: bytes }))
}
