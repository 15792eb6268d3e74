import { emailOf, type WideDraw } from '../all-senders/draw.ts'
import type { WideFact, WideOrder } from '../all-senders/fact.ts'
import { labelOf } from '../all-senders/label-of.ts'
import { withNumber } from '../all-senders/orders.ts'
import { asked, flowFact, flowForm, flowOrders, goodsOf, internal, isDone, line } from './draw.ts'
import type { Course, Question } from './fact.ts'

/** Of `orders` of the source w-own. */
const ownPrefix = 'OWN-'

export const ownFlows = {
  /** What is not the source's own does not exist for it, however it is named. */
  own(draw: WideDraw): WideFact {
    const [one, two, three] = flowOrders(draw, 3) as [WideOrder, WideOrder, WideOrder]
    const number = `${ownPrefix}${draw.at}`
    const [own, client, foreign] = [withNumber(one, number), withNumber(two, number), three]
    Object.assign(own, { plentyId: 2 })
    Object.assign(client, { plentyId: 3, contactId: own.contactId })
    Object.assign(foreign, { plentyId: 2, contactId: own.contactId })
    const text = 'Is it ours?'
    const how = draw.chance.pick(['number', 'email', 'id', 'client', 'prefix'] as const)
    const refs = {
      number: { externalNumber: number },
      email: { email: emailOf(own) },
      id: { id: own.id },
      client: { id: client.id },
      prefix: { externalNumber: foreign.number },
    }
    const isTheirs = how === 'client' || how === 'prefix'
    const facts = how === 'client' ? { by: 'id', orderId: client.id } : { by: 'number' }
    const order = refs[how]
    const tooMany: Course = {
      ending: { status: 'held', code: 'order_ambiguous', facts: { what: 'too_many', ids: [], wanted: 'comment' } },
    }
    const fact = flowFact('orders of a source of its own', {
      orders: [own, client, foreign],
      contacts: [{ id: own.contactId, email: emailOf(own) }],
      deliveries: [asked(draw, 'own', [{ type: 'add-comment', key: `own-${draw.at}`, order, text }], 'w-own')],
      courses: [
        isTheirs
          ? { ending: { status: 'failed', code: 'order_unknown', facts: { ...facts, wanted: 'comment' } } }
          : isDone,
      ],
      wanted: isTheirs ? [] : [{ order: own, comments: [internal(text)] }],
      put: ({ world }) => {
        // Of one contact two pages are read, whoever's its orders are (docs/back-office.md 8.2).
        const isTooLong = how === 'email' && fact.orders.length > 2 * world.options.itemsPerPageMax
        if (isTooLong) Object.assign(fact.flow ?? {}, { courses: [tooMany], wanted: [] })
      },
    })
    return fact
  },
  /** Two shops use one label: a form that belongs to one of them means that one's order. */
  twoShops(draw: WideDraw): WideFact {
    const { chance, at } = draw
    const [x, y] = flowOrders(draw, 2) as [WideOrder, WideOrder]
    const [ours, others] = [
      withNumber(x, String(8_500_000_000_000_001 + at)),
      withNumber(y, String(8_500_000_000_001_001 + at)),
    ]
    const label = `TS${7_000 + at}`
    const source = chance.pick(['w-gravity', 'w-tally'] as const)
    const one = line(ours, 'C')
    const form = flowForm(draw, source, { order_number: label, email: emailOf(ours), sku: one.sku ?? '' })
    const shared: Question = {
      ...{ status: 'held', code: 'order_ambiguous', act: 'release' },
      facts: { what: 'shared_label', ids: [ours.id, others.id], wanted: 'return' },
    }
    const isOne = source === 'w-gravity'
    return flowFact('one label of two shops', {
      orders: [ours, others],
      deliveries: [
        labelOf(draw, ours, { label, next: [labelOf(draw, others, { label, next: [form], source: 'w-market' })] }),
      ],
      courses: [
        'no event',
        { ending: { status: 'ignored', code: 'topic_not_mapped' } },
        isOne ? isDone : { ending: { status: 'held', code: 'order_ambiguous', facts: shared.facts } },
      ],
      wanted: isOne
        ? [
            {
              order: ours,
              goods: [goodsOf(one)],
              comments: [internal(`Return {return} was created for a request from ${source}.`)],
            },
          ]
        : [],
    })
  },
}
