import { deliveryOf, emailOf, idOf, soon, type WideDraw, wideFact } from './draw.ts'
import type { Ending, WideFact, WideOrder } from './fact.ts'
import { notes } from './lines.ts'
import { newWideOrder, withNumber } from './orders.ts'

/** Shops number their orders; of 16 digits, and never above 2^53. */
const orderOf = ({ chance, at }: WideDraw): WideOrder =>
  withNumber(newWideOrder(chance, at), String(8_200_000_000_000_001 + at))

const done = (order: WideOrder, lines: string[]): Ending => ({
  status: 'done',
  wanted: { order, comments: [{ lines, isVisible: false }] },
})

const quotedLines = (shown: readonly string[]): string[] => shown.map((words) => `> ${words}`)

function shopware(draw: WideDraw, event: string, payload: object) {
  const source = { url: 'https://shop.example.com', appVersion: '1.0.0', shopId: 'wideShop', eventId: `e${idOf(draw)}` }
  const text = JSON.stringify({ data: { event, payload }, source })
  return deliveryOf('w-shopware', { text, sentId: source.eventId, atMs: soon(draw) })
}

export const shopFacts = {
  /** Of several lines with several ways to restock only those that came back are in the return. */
  refund(draw: WideDraw): WideFact {
    const { chance } = draw
    const order = orderOf(draw)
    const [a, b, c] = order.lines.slice(0, 3) as [WideOrder['lines'][0], WideOrder['lines'][0], WideOrder['lines'][0]]
    const id = 950_000 + draw.at
    const isReturned = chance.hits(0.7)
    const item = (line: typeof a, quantity: number, restock_type: string) => ({
      ...{ id: line.id, quantity, restock_type, line_item: { sku: line.sku, name: line.name } },
    })
    const ways = isReturned ? ['return', 'no_restock', 'return'] : ['cancel', 'no_restock', 'legacy_restock']
    const items = [item(a, 2, ways[0] ?? ''), item(b, 1, ways[1] ?? ''), item(c, 1, ways[2] ?? '')]
    const body = {
      id,
      order_id: Number(order.number),
      refund_line_items: items,
      transactions: [],
      order_adjustments: [],
    }
    const told = [
      `Shopify refund ${id} on order ${order.number}${isReturned ? '.' : ': no line was restocked as a return.'}`,
      ...items.map((one) => `- ${one.quantity} x ${one.line_item.name} (${one.line_item.sku}), ${one.restock_type}`),
    ]
    const text = JSON.stringify({ ...body, refund_shipping_lines: [] })
    const deliveries = [deliveryOf('w-shopify', { text, topic: 'refunds/create', sentId: `r-${id}`, atMs: soon(draw) })]
    const goods = [a, c].map((line, at) => ({ line, quantity: at === 0 ? 2 : 1, reason: '1' }))
    const lines = ['Return {return} was created for a request from w-shopify.', ...told]
    return wideFact(isReturned ? 'a refund with goods' : 'a refund without goods', [order], {
      deliveries,
      ending: isReturned
        ? { status: 'done', wanted: { order, goods, comments: [{ lines, isVisible: false }] } }
        : done(order, told),
    })
  },
  woo(draw: WideDraw): WideFact {
    const order = orderOf(draw)
    const { typed, shown } = draw.chance.pick(notes)
    const id = 960_000 + draw.at
    const body = { id: 6_002, number: order.number, status: 'processing', currency: 'EUR' }
    const text = JSON.stringify({ ...body, refunds: [{ id, reason: typed, total: '-5.00' }] })
    const lines = [`WooCommerce refund ${id} on order ${order.number}: 5.00 EUR. Reason:`, ...quotedLines(shown)]
    return wideFact('a refund of WooCommerce', [order], {
      deliveries: [deliveryOf('w-woo', { text, topic: 'order.updated', sentId: String(id), atMs: soon(draw) })],
      ending: done(order, lines),
    })
  },
  bigcommerce(draw: WideDraw): WideFact {
    const order = orderOf(draw)
    const id = 970_000 + draw.at
    const data = { type: 'order', id: Number(order.number), refund: { refund_id: id } }
    const isMapped = draw.chance.hits(0.8)
    const scope = isMapped ? 'store/order/refund/created' : 'store/order/created'
    const text = JSON.stringify({
      scope,
      store_id: '1',
      data,
      hash: 'cb07cbdbda8b1965e812693d5988154807eeed02',
      producer: 's',
    })
    const words = `BigCommerce reports refund ${id} on order ${order.number}. Its lines and amount are in the shop.`
    return wideFact('a refund of BigCommerce', [order], {
      deliveries: [deliveryOf('w-bigcommerce', { text, sentId: `b-${id}`, atMs: soon(draw) })],
      ending: isMapped ? done(order, [words]) : { status: 'ignored', code: 'topic_not_mapped' },
    })
  },
  /** With one delivery of goods all of it comes back; a discount on the shipping costs is none. */
  returned(draw: WideDraw): WideFact {
    const order = orderOf(draw)
    const isWhole = draw.chance.hits(0.6)
    const discount = { shippingCosts: { totalPrice: -4.9 } }
    const deliveries = isWhole ? [discount, { shippingCosts: { totalPrice: 4.9 } }] : [{}, {}]
    const payload = { order: { id: `id${order.id}`, orderNumber: order.number, deliveries } }
    const goods = order.lines.slice(0, 6).map((line) => ({ line, quantity: line.quantity, reason: '1' }))
    const unknown = `Shopware reports that a delivery of order ${order.number} came back. It does not say which lines: create the return by hand.`
    const lines = isWhole ? ['Return {return} was created for a request from w-shopware.'] : [unknown]
    return wideFact('a delivery of Shopware that came back', [order], {
      deliveries: [shopware(draw, 'state_enter.order_delivery.state.returned', payload)],
      ending: {
        status: 'done',
        wanted: { order, ...(isWhole && { goods }), comments: [{ lines, isVisible: false }] },
      },
    })
  },
  contact(draw: WideDraw): WideFact {
    const order = orderOf(draw)
    const { typed, shown } = draw.chance.pick(notes)
    const contactFormData = { email: emailOf(order), subject: 'About it', comment: typed }
    return wideFact('a contact form of Shopware', [order], {
      deliveries: [shopware(draw, 'contact_form.send', { contactFormData })],
      ending: done(order, ["The customer wrote in the shop's contact form:", '> About it', ...quotedLines(shown)]),
    })
  },
  revocation(draw: WideDraw): WideFact {
    const order = orderOf(draw)
    const comment = draw.chance.hits(0.5) ? draw.chance.pick(notes) : undefined
    const isTheirs = draw.chance.hits(0.7)
    const revocationRequestFormData = {
      ...{ contractNumber: order.number, firstName: 'Kim', lastName: 'Muster', comment: comment?.typed ?? '' },
      ...{ email: isTheirs ? emailOf(order) : 'other@example.com', submitTime: '2026-03-02T08:30:00+00:00' },
    }
    const lines = [
      'The customer has withdrawn from the contract. Declared at 2026-03-02 08:30 UTC, received at {time}.',
      comment ? 'The sender does not say which articles it is about.' : 'It is about the whole order.',
      ...['The customer wrote:', '> (Kim Muster)', ...quotedLines(comment?.shown ?? [])],
    ]
    const facts = { orderId: order.id, named: true }
    return wideFact('a withdrawal of Shopware', [order], {
      deliveries: [shopware(draw, 'revocation_request.sent', { revocationRequestFormData })],
      ending: isTheirs ? done(order, lines) : { status: 'held', code: 'email_mismatch', facts },
    })
  },
}
