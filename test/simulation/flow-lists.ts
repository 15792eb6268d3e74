import { asked, created, flowFact, flowOrders, goodsOf, internal, isDone, line, shuffled } from './flow-draw.ts'
import type { WideDraw } from './wide-draw.ts'
import type { WideFact, WideOrder } from './wide-fact.ts'

export const listFlows = {
  /** What cannot be read stops all of them: nobody knows what was meant. */
  unreadable(draw: WideDraw): WideFact {
    const [order] = flowOrders(draw, 1) as [WideOrder]
    const good = { type: 'add-comment', order: { id: order.id }, text: 'Beside it' }
    const bad = draw.chance.pick([
      { type: 'create-return', order: { id: order.id }, lines: [] },
      { type: 'create-return', order: { id: order.id } },
      { type: 'add-comment', order: {}, text: 'x' },
      { type: 'something-else' },
      { ...good, wish: 'w' },
    ])
    return flowFact('a list that cannot be read', {
      ...{ orders: [order], wanted: [] },
      deliveries: [asked(draw, 'unreadable', shuffled(draw, [good, bad]))],
      courses: [{ ending: { status: 'failed', code: 'mapping' } }],
    })
  },
  /** One key is one fact: twice the same is once, and another thing under it is one more. Without a key each is one. */
  equal(draw: WideDraw): WideFact {
    const [order] = flowOrders(draw, 1) as [WideOrder]
    const about = { type: 'add-comment', order: { id: order.id } }
    const key = `equal-${draw.at}`
    const list = [
      ...[
        { ...about, text: 'First', key },
        { ...about, text: 'First', key },
      ],
      ...[
        { ...about, text: 'Second', key },
        { ...about, text: 'Third' },
        { ...about, text: 'Third' },
      ],
    ]
    return flowFact('equal commands of one list', {
      ...{ orders: [order], courses: [isDone] },
      deliveries: [asked(draw, 'equal', shuffled(draw, list))],
      wanted: [{ order, comments: ['First', 'Second', 'Third', 'Third'].map((text) => internal(text)) }],
    })
  },
  /** Of an order that never comes: the shop's event waits an hour for it, and what is about another order is done meanwhile. */
  late(draw: WideDraw): WideFact {
    const [order, other] = flowOrders(draw, 2) as [WideOrder, WideOrder]
    const number = `LATE-${draw.at}`
    const key = (name: string) => `late-${name}-${draw.at}`
    const list = shuffled(draw, [
      { type: 'add-comment', order: { externalNumber: number }, text: 'For nobody', key: key('c') },
      { type: 'create-return', order: { externalNumber: number }, lines: 'all', key: key('r') },
      { type: 'add-comment', order: { id: order.id }, text: 'By id', key: key('g') },
      {
        type: 'create-return',
        order: { id: other.id },
        lines: [{ sku: line(other, 'B').sku, quantity: 1 }],
        key: key('h'),
      },
    ])
    const failed = list.flatMap((one, at) =>
      'externalNumber' in one.order
        ? [
            {
              position: at + 1,
              key: `w-market/${one.key}`,
              because: {
                code: 'order_unknown',
                by: 'number',
                wanted: one.type === 'add-comment' ? 'comment' : 'return',
              },
            },
          ]
        : [],
    )
    const wanted = failed[0]?.because.wanted
    return flowFact('an order of a shop that never comes', {
      orders: [order, other],
      deliveries: [asked(draw, 'late', list, 'w-market')],
      courses: [
        {
          ending: {
            status: 'failed',
            code: 'order_unknown',
            facts: { by: 'number', wanted, several: { count: 2, of: 4, failed } },
          },
        },
      ],
      wanted: [
        { order, comments: [internal('By id')] },
        { order: other, goods: [goodsOf(line(other, 'B'), 1)], comments: [created('w-market')] },
      ],
    })
  },
}
