import { asked, created, flowFact, flowOrders, goodsOf, internal, isDone, line } from './flow-draw.ts'
import type { Question } from './flow-fact.ts'
import { deliveryOf, idOf, soon, type WideDraw } from './wide-draw.ts'
import type { WideFact, WideOrder } from './wide-fact.ts'

export const attemptFlows = {
  /** An order that cannot be read for days: ten attempts, and ten more once a person says so. What is beside it is done at once. */
  days(draw: WideDraw): WideFact {
    const [order, other] = flowOrders(draw, 2) as [WideOrder, WideOrder]
    const b = line(order, 'B')
    const path = `/rest/orders/${order.id}`
    const commands = [
      { type: 'add-comment', order: { id: other.id }, text: 'Beside it', key: `beside-${draw.at}` },
      { type: 'create-return', order: { id: order.id }, lines: [{ sku: b.sku, quantity: 1 }], key: `days-${draw.at}` },
    ]
    const isFirst = draw.chance.hits(0.5)
    const cause = { code: 'cause', cause: `[GET] ${path} was answered with 503` }
    const because = { code: 'attempts_used_up', attempts: 10, cause }
    const failed = [{ position: isFirst ? 1 : 2, key: `w-desk/days-${draw.at}`, because }]
    const question: Question = {
      ...{ status: 'failed', code: 'attempts_used_up', act: 'release' },
      facts: { attempts: 10, cause, several: { count: 1, of: 2, failed } },
      before: ({ world }) => {
        world.faults = world.faults.filter((fault) => fault.path !== path)
      },
    }
    return flowFact('an order that cannot be read for days', {
      orders: [order, other],
      deliveries: [asked(draw, 'days', isFirst ? commands.toReversed() : commands)],
      courses: [{ ...isDone, questions: [question] }],
      wanted: [
        { order, goods: [goodsOf(b, 1)], comments: [created()] },
        { order: other, comments: [internal('Beside it')] },
      ],
      put: ({ world }) => {
        const times = Number.POSITIVE_INFINITY
        world.faults.push({ method: 'GET', path, times, kind: 'status', status: 503, delayMs: 0, applied: false })
      },
    })
  },
  /** Of a form more than twenty requests for one order and day are for a person. */
  flood(draw: WideDraw): WideFact {
    const [order] = flowOrders(draw, 1) as [WideOrder]
    const commands = Array.from({ length: 21 }, (_, at) => ({
      ...{ type: 'add-comment', key: `flood-${at}-${draw.at}`, order: { id: order.id }, text: `Note ${at}` },
    }))
    const id = idOf(draw)
    const text = JSON.stringify({
      event_id: id,
      event_type: 'form_response',
      form_response: { token: `${id}-t` },
      commands,
    })
    const question: Question = {
      ...{ status: 'held', code: 'write_cap', act: 'release' },
      facts: { key: `w-visitors/flood-20-${draw.at}`, orderId: order.id, most: 20 },
    }
    return flowFact('more notes than a form may write', {
      orders: [order],
      deliveries: [deliveryOf('w-visitors', { text, sentId: id, atMs: soon(draw) })],
      courses: [{ ...isDone, questions: [question] }],
      wanted: [{ order, comments: commands.map((one) => internal(one.text)) }],
    })
  },
}
