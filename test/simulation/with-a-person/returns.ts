import { putOrder } from '../../../sandbox/put-order.ts'
import { deliveryOf, soon, type WideDraw } from '../all-senders/draw.ts'
import type { WantedLine, WideFact, WideLine, WideOrder } from '../all-senders/fact.ts'
import { withNumber } from '../all-senders/orders.ts'
import { asked, created, flowFact, flowOrders, goodsOf, internal, isDone, line } from './draw.ts'

const dayMs = 86_400_000
const cancelled = 8
const clerk = 12

type Part = { line: WideLine; quantity: number; isTied: boolean; tiedTo?: number }
type Before = { parts: Part[]; ageDays: number; statusId?: number; ofAnother?: true }

export const returnFlows = {
  /** Returns by hand of long ago, tied to lines or only of their article, of two orders, or cancelled: what is left comes back. */
  left(draw: WideDraw): WideFact {
    const { chance } = draw
    const [order] = flowOrders(draw, 1) as [WideOrder]
    const isTwice = chance.hits(0.6)
    const [a, b] = [line(order, 'A'), line(order, 'B')]
    if (isTwice) b.variationId = a.variationId
    const [master, first, second] = order.lines.slice(3, 6) as [WideLine, WideLine, WideLine]
    const c = line(order, 'C')
    const before: Before[] = [
      // Of an article on two lines: first of the one, then of the other.
      { ageDays: 100, parts: [{ line: a, quantity: isTwice ? a.quantity + 1 : 1, isTied: false }] },
      { ageDays: 61, parts: [{ line: second, quantity: 1, isTied: true }] },
      { ageDays: 1, statusId: cancelled, parts: [{ line: c, quantity: 1, isTied: true }] },
      { ageDays: 90, ofAnother: true, parts: [{ line: b, quantity: 1, isTied: true, tiedTo: 7_777 }] },
    ]
    const left = new Map<WideLine, number>(order.lines.slice(0, 6).map((one) => [one, one.quantity]))
    left.set(a, isTwice ? 0 : a.quantity - 1)
    if (isTwice) left.set(b, b.quantity - 1)
    left.set(second, second.quantity - 1)
    const isAll = chance.hits(0.8)
    const lines = isAll ? 'all' : [{ orderItemId: master.id, quantity: master.quantity }]
    const goods = (isAll ? [...left.keys()] : [master, first, second]).flatMap((one): WantedLine[] =>
      (left.get(one) ?? 0) > 0 ? [goodsOf(one, left.get(one))] : [],
    )
    return flowFact('what earlier returns have left', {
      orders: [order],
      deliveries: [
        asked(draw, 'left', [{ type: 'create-return', key: `left-${draw.at}`, order: { id: order.id }, lines }]),
      ],
      courses: [isDone],
      wanted: [{ order, goods, comments: [created()] }],
      put: ({ world: { store } }, now) => {
        for (const one of before) {
          const parents = one.ofAnother ? [order.id, 1_777] : [order.id]
          putOrder(
            store,
            {
              ...{ typeId: 3, statusId: one.statusId ?? 9.02, ownerId: clerk, createdAtMs: now - one.ageDays * dayMs },
              orderReferences: parents.map((id) => ({ referenceType: 'parent', referenceOrderId: id })),
              orderItems: one.parts.map((part) => ({
                ...{ typeId: part.line.typeId, itemVariationId: part.line.variationId, quantity: part.quantity },
                references: part.isTied
                  ? [{ referenceType: 'parent', referenceOrderItemId: part.tiedTo ?? part.line.id }]
                  : [],
              })),
            },
            now,
          )
        }
      },
    })
  },
  /** A shop reports the parcel that was announced: it gets a comment of its own, and no return. */
  linked(draw: WideDraw): WideFact {
    const [drawn] = flowOrders(draw, 1) as [WideOrder]
    const order = withNumber(drawn, String(8_400_000_000_000_001 + draw.at))
    const a = line(order, 'A')
    const announced = {
      type: 'create-return',
      key: `told-${draw.at}`,
      order: { id: order.id },
      lines: [{ sku: a.sku, quantity: 1 }],
    }
    const id = 980_000 + draw.at
    const item = { id: a.id, quantity: 1, restock_type: 'return', line_item: { sku: a.sku, name: a.name } }
    const body = {
      id,
      order_id: Number(order.number),
      refund_line_items: [item],
      transactions: [],
      order_adjustments: [],
    }
    const text = JSON.stringify({ ...body, refund_shipping_lines: [] })
    const refund = deliveryOf('w-shopify', { text, topic: 'refunds/create', sentId: `l-${id}`, atMs: soon(draw) })
    return flowFact('a refund of what was announced', {
      orders: [order],
      deliveries: [asked(draw, 'told', [announced])],
      later: [refund],
      courses: [isDone, isDone],
      wanted: [
        { order, goods: [goodsOf(a, 1)], comments: [] },
        {
          order,
          comments: [
            internal('Return {return} was created for a request from w-desk.'),
            internal(
              'A request from w-shopify belongs to return {return}. No other return was created.',
              'It is about:',
              `> 1 × ${a.sku}`,
              `Shopify refund ${id} on order ${order.number}.`,
              `- 1 x ${a.name} (${a.sku}), return`,
            ),
          ],
        },
      ],
    })
  },
}
