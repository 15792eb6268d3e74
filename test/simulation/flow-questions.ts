import type { Sandbox } from '../../sandbox/sandbox.ts'
import { asked, created, flowFact, flowOrders, goodsOf, internal, isDone, line } from './flow-draw.ts'
import type { Question } from './flow-fact.ts'
import { emailOf, type WideDraw } from './wide-draw.ts'
import type { WideFact, WideOrder } from './wide-fact.ts'
import { putWide } from './wide-orders.ts'

const cancelled = 8

export const questionFlows = {
  /** Two questions of one command, one after the other; a replay forgets the answers. */
  replayed(draw: WideDraw): WideFact {
    const [order] = flowOrders(draw, 1) as [WideOrder]
    const a = line(order, 'A')
    const key = `w-desk/replayed-${draw.at}`
    const command = {
      ...{ type: 'create-return', key: `replayed-${draw.at}`, order: { externalNumber: order.number } },
      ...{
        email: 'x@example.com',
        requireEmail: true,
        lines: [{ itemVariationId: a.variationId, quantity: a.quantity + 1 }],
      },
    }
    const whose: Question = {
      ...{ status: 'held', code: 'email_mismatch', act: 'release' },
      facts: { key, orderId: order.id, named: true },
    }
    const howMany: Question = {
      ...{ status: 'held', code: 'too_many', act: 'release' },
      facts: { key, quantity: a.quantity + 1, left: a.quantity },
    }
    return flowFact('answers that a replay forgets', {
      orders: [order],
      deliveries: [asked(draw, 'replayed', [command])],
      courses: [{ ...isDone, questions: [whose, { ...howMany, act: 'replay' }, whose, howMany] }],
      wanted: [{ order, goods: [goodsOf(a)], comments: [created()] }],
    })
  },
  /** The same pieces under another key; where none are left, the answer to that is no answer to what is left. */
  again(draw: WideDraw): WideFact {
    const [order] = flowOrders(draw, 1) as [WideOrder]
    const isLeft = draw.chance.hits(0.5)
    const a = line(order, 'A')
    const quantity = isLeft ? 1 : a.quantity
    const command = (name: string) => ({
      ...{ type: 'create-return', key: `again-${name}-${draw.at}`, order: { id: order.id } },
      lines: [{ sku: ` ${a.sku?.toLowerCase()} `, quantity }],
    })
    const first = asked(draw, 'again-1', [command('1')])
    const second = asked(draw, 'again-2', [command('2')])
    const key = `w-desk/again-2-${draw.at}`
    const same: Question = {
      ...{ status: 'held', code: 'possible_duplicate', act: 'release' },
      facts: { key, what: 'same_lines', orderId: order.id, by: `w-desk/${first.id}` },
    }
    const none: Question = {
      ...{ status: 'held', code: 'too_many', act: 'release' },
      facts: { key, quantity, left: 0 },
    }
    const made = { order, goods: [goodsOf(a, quantity)], comments: [created()] }
    return flowFact('the same under another key', {
      orders: [order],
      deliveries: [first],
      later: [second],
      courses: [
        isDone,
        isLeft
          ? { ...isDone, questions: [same] }
          : {
              questions: [same, none],
              ending: {
                status: 'failed',
                code: 'nothing_to_return',
                facts: { orderId: order.id, what: 'nothing_asked_for' },
              },
            },
      ],
      wanted: isLeft ? [made, made] : [made],
    })
  },
  /** An answer is for the order that was shown, and the last one replaces those before. */
  unlabelled(draw: WideDraw): WideFact {
    const [order, other] = flowOrders(draw, 2) as [WideOrder, WideOrder]
    other.contactId = order.contactId
    const key = `w-desk/unlabelled-${draw.at}`
    const wanted = 'comment'
    const one: Question = {
      ...{ status: 'held', code: 'order_ambiguous', act: 'release' },
      facts: { key, what: 'unlabelled', ids: [order.id], wanted },
    }
    const appears = (sandbox: Sandbox, now: number) => putWide(sandbox, { ...fact, orders: [other], contacts: [] }, now)
    const cancels = ({ world: { store } }: Sandbox) => {
      const stored = store.orders.get(other.id)
      if (stored) store.orders.put({ ...stored, statusId: cancelled })
    }
    const several: Question = {
      ...{ status: 'held', code: 'order_ambiguous', act: 'release', before: cancels },
      facts: { key, what: 'label', ids: [order.id, other.id].sort((x, y) => y - x), wanted },
    }
    const command = {
      ...{ type: 'add-comment', key: `unlabelled-${draw.at}`, text: 'Whose?' },
      order: { email: emailOf(order), label: 'NO-SUCH-LABEL' },
    }
    const fact: WideFact = flowFact('an answer for one order', {
      orders: [order],
      deliveries: [asked(draw, 'unlabelled', [command])],
      courses: [{ ...isDone, questions: [{ ...one, before: appears }, several, one] }],
      wanted: [{ order, comments: [internal('Whose?')] }],
    })
    return fact
  },
  /** Whose order it is: by its contact, by its address, by a person; asked only where the command requires it. */
  emails(draw: WideDraw): WideFact {
    const [order, other] = flowOrders(draw, 2) as [WideOrder, WideOrder]
    const about = { type: 'add-comment', order: { id: order.id } }
    const address = `address.${order.id}@example.org`
    const list = [
      { ...about, text: 'One', requireEmail: true, email: ` ${emailOf(order).toUpperCase()} ` },
      { ...about, text: 'Two', requireEmail: true, email: address.toUpperCase() },
      { ...about, text: 'Three', email: 'x@example.com' },
      { ...about, text: 'Four', order: { email: emailOf(order) }, email: 'x@example.com', requireEmail: true },
      { ...about, text: 'Five', order: { externalNumber: order.number }, requireEmail: false },
    ]
    const nobody = { type: 'add-comment', order: { externalNumber: order.number }, text: 'Six', requireEmail: true }
    const stranger = draw.chance.pick([emailOf(other), 'x@example.com'])
    const others = { ...nobody, text: 'Seven', email: stranger }
    const bad = draw.chance.pick([nobody, others])
    const question: Question = {
      ...{ status: 'held', code: 'email_mismatch', act: 'release' },
      facts: { key: `w-desk/bad-${draw.at}`, orderId: order.id, named: bad === others },
    }
    const at = draw.chance.between(0, list.length)
    const commands: object[] = [...list.slice(0, at), { ...bad, key: `bad-${draw.at}` }, ...list.slice(at)]
    return flowFact('whose order it is', {
      orders: [order, other],
      deliveries: [asked(draw, 'emails', commands)],
      courses: [{ ...isDone, questions: [question] }],
      wanted: [{ order, comments: [...list.map(({ text }) => internal(text)), internal(bad.text)] }],
      put: ({ world: { store } }) => {
        const stored = store.orders.get(order.id)
        const options = [
          { typeId: 4, value: 'x@example.com' },
          { typeId: 5, value: ` ${address} ` },
        ]
        const addresses = stored?.addresses.map((one, index) => (index === 1 ? { ...one, options } : one)) ?? []
        if (stored) store.orders.put({ ...stored, addresses } as typeof stored)
      },
    })
  },
}
