import { emailOf, type WideDraw } from '../all-senders/draw.ts'
import type { WideFact, WideOrder } from '../all-senders/fact.ts'
import { labelOf } from '../all-senders/label-of.ts'
import { withNumber } from '../all-senders/orders.ts'
import { asked, flowFact, flowForm, flowOrders, goodsOf, internal, isDone, line } from './draw.ts'
import type { Question } from './fact.ts'

const cancelled = 8

export const orderFlows = {
  /** What names the new order waits until it is there. */
  newOrder(draw: WideDraw): WideFact {
    const isTaken = draw.chance.hits(0.5)
    const number = `NEW-${draw.at}-${draw.chance.between(1, 999)}`
    const [drawn, free] = flowOrders(draw, 2) as [WideOrder, WideOrder]
    const holder = withNumber(drawn, number)
    const pieces: [number, number][] = [
      [5_900, 2],
      [5_901, 1],
    ]
    const body = {
      ...{ typeId: 1, plentyId: 1, statusId: 3, properties: [{ typeId: 7, value: number }] },
      orderItems: pieces.map(([itemVariationId, quantity]) => ({ typeId: 1, itemVariationId, quantity })),
    }
    const commands = [
      { type: 'add-comment', order: { id: free.id }, text: 'By id' },
      { type: 'create-order', key: `new-${draw.at}`, body },
      { type: 'add-comment', order: { externalNumber: number }, text: 'Of the new one' },
    ]
    const taken: Question = {
      ...{ status: 'held', code: 'possible_duplicate', act: 'release' },
      facts: { key: `w-desk/new-${draw.at}`, what: 'number_taken', ids: [holder.id], by: undefined },
      before: ({ world: { store } }) => {
        const stored = store.orders.get(holder.id)
        if (stored) store.orders.put({ ...stored, statusId: cancelled })
      },
    }
    const ofNew = { ...free, id: 0 }
    return flowFact('a new order and what names it', {
      orders: isTaken ? [holder, free] : [free],
      deliveries: [asked(draw, 'new', commands)],
      courses: [{ ...isDone, questions: isTaken ? [taken] : [] }],
      wanted: [
        { order: free, comments: [internal('By id')] },
        { order: ofNew, comments: [internal('Of the new one')] },
      ],
      newOrders: [{ number, pieces }],
    })
  },
  /** All that have the number are cancelled: a comment belongs to the newest, and nothing comes back. */
  cancelled(draw: WideDraw): WideFact {
    const [first, second, third] = flowOrders(draw, 3) as [WideOrder, WideOrder, WideOrder]
    const orders = [first, withNumber(second, first.number), withNumber(third, first.number)]
    for (const order of orders) order.isCancelled = true
    const newest = draw.chance.pick(orders)
    const order = { externalNumber: ` #${first.number} ` }
    const list = [
      { type: 'create-return', order, lines: 'all', key: `gone-r-${draw.at}` },
      { type: 'add-comment', order, text: 'It was cancelled', key: `gone-c-${draw.at}` },
    ]
    const because = { code: 'order_unknown', by: 'number', wanted: 'return' }
    const several = { count: 1, of: 2, failed: [{ position: 1, key: `w-desk/gone-r-${draw.at}`, because }] }
    return flowFact('a number of cancelled orders alone', {
      orders,
      deliveries: [asked(draw, 'gone', list)],
      courses: [
        { ending: { status: 'failed', code: 'order_unknown', facts: { by: 'number', wanted: 'return', several } } },
      ],
      wanted: [{ order: newest, comments: [internal('It was cancelled')] }],
      put: ({ world: { store } }, now) => {
        for (const { id } of orders) {
          const stored = store.orders.get(id)
          const createdAtMs = now - (id === newest.id ? 1 : 2) * 86_400_000
          if (stored) store.orders.put({ ...stored, createdAtMs, updatedAtMs: createdAtMs })
        }
      },
    })
  },
  /** What one order has as its number, a shop calls another one: the e-mail says which is meant. */
  both(draw: WideDraw): WideFact {
    const { chance, at } = draw
    const [x, y] = flowOrders(draw, 2) as [WideOrder, WideOrder]
    const typed = String(91_000 + at)
    const numbered = withNumber(x, typed)
    const labelled = withNumber(y, String(8_300_000_000_000_001 + at))
    const whose = chance.pick(['number', 'label', 'nobody', 'any'] as const)
    const source = whose === 'any' ? 'w-fillout' : chance.pick(['w-tally', 'w-typeform', 'w-gravity'] as const)
    const email = whose === 'number' ? emailOf(numbered) : whose === 'nobody' ? 'x@example.com' : emailOf(labelled)
    const meant = whose === 'label' ? labelled : numbered
    const one = line(meant, 'C')
    const other = line(numbered, 'C')
    const answers = { order_number: `#${typed}`, email, sku: one.sku ?? other.sku ?? '' }
    const form = flowForm(draw, source, answers)
    const question: Question = {
      ...{ status: 'held', code: 'email_mismatch', act: 'release' },
      facts: { orderId: numbered.id, named: true },
    }
    return flowFact('a label that is the number of another order', {
      orders: [numbered, labelled],
      deliveries: [labelOf(draw, labelled, { label: typed, next: [form] })],
      // The label alone is no event.
      courses: ['no event', { ...isDone, questions: whose === 'nobody' ? [question] : [] }],
      wanted: [
        {
          ...{ order: meant, goods: [goodsOf(one)] },
          comments: [internal(`Return {return} was created for a request from ${source}.`)],
        },
      ],
    })
  },
}
