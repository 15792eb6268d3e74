import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { emailOf, type WideDraw } from '../all-senders/draw.ts'
import type { WideFact, WideOrder } from '../all-senders/fact.ts'
import { putWide } from '../all-senders/orders.ts'
import { asked, flowFact, flowForm, flowOrders, goodsOf, internal, isDone, line } from './draw.ts'
import type { Question } from './fact.ts'

const cancelled = 8
const incomplete = 1

export const againFlows = {
  /** A number names one order: the same again is done, another one is for a person, and needs the first one cancelled. */
  numberAgain(draw: WideDraw): WideFact {
    const number = `AGAIN-${draw.at}-${draw.chance.between(1, 999)}`
    const isSame = draw.chance.hits(0.4)
    const body = (pieces: [number, number][]) => ({
      ...{ typeId: 1, plentyId: 1, statusId: 3, properties: [{ typeId: 7, value: number }] },
      orderItems: pieces.map(([itemVariationId, quantity]) => ({ typeId: 1, itemVariationId, quantity })),
    })
    const first: [number, number][] = [
      [5_910, 2],
      [5_911, 1],
    ]
    const second: [number, number][] = isSame ? first.toReversed() : [[5_910, 3]]
    const [told, again] = [first, second].map((pieces, at) =>
      asked(draw, `number-${at}`, [{ type: 'create-order', key: `number-${at}-${draw.at}`, body: body(pieces) }]),
    ) as [ReturnType<typeof asked>, ReturnType<typeof asked>]
    const by = `w-desk/${told.id}`
    const about = { key: `w-desk/number-1-${draw.at}`, by }
    const cancels = ({ world: { store } }: Sandbox) => {
      const ours = store.orders.list().find(({ properties }) => properties.some(({ value }) => value === number))
      if (ours) store.orders.put({ ...ours, statusId: cancelled })
    }
    const taken: Question = {
      ...{ status: 'held', code: 'possible_duplicate', act: 'release', before: cancels },
      facts: { ...about, what: 'number_taken' },
    }
    const gone: Question = { ...taken, before: () => {}, facts: { ...about, what: 'number_cancelled' } }
    return flowFact('a number of an order once more', {
      ...{ orders: [], wanted: [], deliveries: [told], later: [again] },
      courses: [
        isDone,
        isSame
          ? { ending: { status: 'ignored', code: 'already_done', facts: { by } } }
          : { ...isDone, questions: [taken, gone] },
      ],
      newOrders: [{ number, pieces: first }, ...(isSame ? [] : [{ number, pieces: second }])],
    })
  },
  /** It never fails: a person is asked, and once the order is there it is noted. */
  withdrawal(draw: WideDraw): WideFact {
    const [order] = flowOrders(draw, 1) as [WideOrder]
    const fact: WideFact = flowFact('a withdrawal of an order that is not there', {
      orders: [],
      deliveries: [flowForm(draw, 'w-withdraw', { order_number: order.number, email: emailOf(order) })],
      courses: [
        {
          ...isDone,
          questions: [
            {
              ...{ status: 'held', code: 'withdrawal_unplaced', act: 'release' },
              before: (sandbox, now) => {
                fact.orders.push(order)
                putWide(sandbox, { ...fact, contacts: [{ id: order.contactId, email: emailOf(order) }] }, now)
              },
            },
          ],
        },
      ],
      wanted: [
        {
          ...{ order, goods: order.lines.slice(0, 6).map((one) => goodsOf(one)) },
          comments: [
            internal(
              'The customer has withdrawn from the contract. Declared at {time}, received at {time}.',
              'It is about the whole order.',
            ),
            internal('Return {return} was created for a request from w-withdraw.'),
          ],
        },
      ],
    })
    return fact
  },
  /** A return that came out with another status is for a person, who completes it and lets the event end. */
  incomplete(draw: WideDraw): WideFact {
    const [order] = flowOrders(draw, 1) as [WideOrder]
    const b = line(order, 'B')
    const question: Question = {
      ...{ status: 'held', code: 'return_incomplete', act: 'release' },
      facts: { statusId: incomplete, wanted: 9.01 },
    }
    const words =
      'Return {return} was created for a request from w-desk. It came out incomplete: please check its status.'
    const lines = [{ orderItemId: b.id, quantity: 1 }]
    return flowFact('a return that came out incomplete', {
      ...{ orders: [order], isIncomplete: true },
      deliveries: [
        asked(draw, 'whole', [{ type: 'create-return', key: `whole-${draw.at}`, order: { id: order.id }, lines }]),
      ],
      courses: [{ ...isDone, questions: [question] }],
      wanted: [{ order, goods: [goodsOf(b, 1)], comments: [internal(words)] }],
      put: ({ world: { store } }) => {
        const { get, put } = store.orders
        store.orders.put = (given) => {
          // What somebody changes later, such as one who cancels it, stays so.
          const isOurs =
            given.typeId === 3 &&
            !get(given.id) &&
            given.orderReferences.some((one) => one.referenceOrderId === order.id)
          return put(isOurs ? { ...given, statusId: incomplete } : given)
        }
      },
    })
  },
}
