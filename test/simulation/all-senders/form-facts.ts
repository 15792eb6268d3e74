import type { Chance } from '../random.ts'
import { emailOf, type WideDraw, wideFact } from './draw.ts'
import type { Ending, WideFact, WideOrder } from './fact.ts'
import { type Answers, formBodies, submitted } from './forms.ts'
import { labelOf } from './label-of.ts'
import { askLines, commentOfReturn, notes } from './lines.ts'
import { contactIdOf, newWideOrder, withNumber } from './orders.ts'
import type { WideSource } from './sources.ts'

const forms = Object.keys(formBodies).filter((name) => name !== 'w-withdraw') as WideSource[]

const namesOfEmail = {
  none: 'a form by e-mail',
  cancelled: 'a form by e-mail',
  several: 'several orders of an e-mail',
  guest: 'two contacts of an e-mail',
} as const

const typedNumber = (chance: Chance, number: string): string =>
  chance.pick([number, `#${number}`, `${number} `, `Order ${number}`, `Bestellung Nr. ${number}`])
const typedEmail = (chance: Chance, order: WideOrder): string =>
  chance.pick([emailOf(order), emailOf(order).toUpperCase(), `Kunde.${order.id}@Example.com`])

/** A return that a form asks for. `order`: which one is meant; `answers`: what names it. */
function formReturn(draw: WideDraw, order: WideOrder, answers: Answers, source = draw.chance.pick(forms)) {
  const asked = askLines(draw.chance, order)
  const note = draw.chance.hits(0.6) ? draw.chance.pick(notes) : undefined
  const delivery = submitted(draw, source, { ...answers, ...asked.answers, ...(note && { note: note.typed }) })
  const lines = commentOfReturn(source, { reasons: asked.reasons, ...(note && { note: note.shown }) })
  const comments = [{ lines, isVisible: false }]
  return {
    deliveries: [delivery],
    isAll: asked.lines === 'all',
    ending: { status: 'done' as const, wanted: { order, goods: asked.goods, comments } },
  }
}

const named = ({ chance }: WideDraw, order: WideOrder): Answers => ({
  order_number: typedNumber(chance, order.number),
  email: typedEmail(chance, order),
})

export const formFacts = {
  number(draw: WideDraw): WideFact {
    const order = newWideOrder(draw.chance, draw.at)
    return wideFact('a form by number', [order], formReturn(draw, order, named(draw, order)))
  },
  /** One that is not cancelled counts, wherever it stands in the list. */
  oneOfTwo(draw: WideDraw): WideFact {
    const { chance, at } = draw
    const first = newWideOrder(chance, at)
    // Of one channel: which of two is meant, a person would be asked.
    const { number, referrerId } = first
    const second = withNumber(newWideOrder(chance, at + 10, { referrerId }), number)
    const isLater = chance.hits(0.5)
    if (isLater) first.isCancelled = chance.hits(0.5)
    else second.isCancelled = true
    // Parts of a split order hold different lines: the older one can be meant, and of "all" nobody knows which.
    const isSplit = isLater && !first.isCancelled
    const order = isLater && !(isSplit && at % 2 === 1) ? second : first
    const { deliveries, ending, isAll } = formReturn(draw, order, named(draw, order))
    const facts = { what: 'split', ids: [second.id, first.id], wanted: 'return' }
    return wideFact('two orders of one number', [first, second], {
      deliveries,
      ending: isSplit && isAll ? { status: 'held', code: 'order_ambiguous', facts } : ending,
    })
  },
  email(draw: WideDraw): WideFact {
    const { chance, at } = draw
    const source = chance.pick(forms)
    const order = newWideOrder(chance, at)
    const note = chance.pick(notes)
    const others = chance.pick(['none', 'cancelled', 'several', 'guest'] as const)
    const other = newWideOrder(chance, at + 10, { contactId: order.contactId, isCancelled: others === 'cancelled' })
    const delivery = submitted(draw, source, { email: typedEmail(chance, order), note: note.typed })
    const guest = { id: contactIdOf(at) + 1, email: emailOf(order) }
    const lines = [`The customer wrote in the form ${source}:`, ...note.shown.map((words) => `> ${words}`)]
    const ids = [order.id, other.id]
    return wideFact(namesOfEmail[others], others === 'none' || others === 'guest' ? [order] : [order, other], {
      contacts: [{ id: order.contactId, email: emailOf(order) }, ...(others === 'guest' ? [guest] : [])],
      deliveries: [delivery],
      ending:
        others === 'several'
          ? { status: 'held', code: 'order_ambiguous', facts: { what: 'several', ids, wanted: 'comment' } }
          : { status: 'done', wanted: { order, comments: [{ lines, isVisible: false }] } },
    })
  },
  /** The label that a shop has named before; in any case, with or without #. */
  label(draw: WideDraw): WideFact {
    const { chance, at } = draw
    const order = withNumber(newWideOrder(chance, at), String(8_100_000_000_000_001 + at))
    const label = `EN${7_000 + at}`
    const typed = chance.pick([`#${label}`, label.toLowerCase(), label])
    const known: Answers = chance.hits(0.5) ? { order_number: typed } : { order_label: typed }
    const made = formReturn(draw, order, { ...known, email: typedEmail(chance, order) })
    return wideFact('a form by label', [order], {
      ...made,
      deliveries: [labelOf(draw, order, { label, next: made.deliveries })],
    })
  },
  sharedLabel(draw: WideDraw): WideFact {
    const { chance, at } = draw
    const [first, second] = [0, 10].map((more) =>
      withNumber(newWideOrder(chance, at + more), String(8_100_000_000_000_001 + at + more)),
    ) as [WideOrder, WideOrder]
    const label = `EN${8_000 + at}`
    const { deliveries } = formReturn(draw, first, { order_number: label, email: emailOf(first) })
    const later = labelOf(draw, second, { label, next: deliveries })
    return wideFact('a label of two orders', [first, second], {
      deliveries: [labelOf(draw, first, { label, next: [later] })],
      ending: { status: 'held', code: 'order_ambiguous', facts: { what: 'shared_label', ids: [first.id, second.id] } },
    })
  },
  badOrder(draw: WideDraw): WideFact {
    const { chance, at } = draw
    const isCancelled = chance.hits(0.5)
    const order = newWideOrder(chance, at, { isCancelled, isAddressed: isCancelled })
    const ending: Ending = isCancelled
      ? { status: 'failed', code: 'order_unknown', facts: { by: 'number', wanted: 'return' } }
      : { status: 'held', code: 'addresses_missing', facts: { orderId: order.id } }
    return wideFact('an order that nothing comes back of', [order], {
      ...formReturn(draw, order, named(draw, order)),
      ending,
    })
  },
  /** A comment in fixed words, and a return of what it is about. */
  withdrawal(draw: WideDraw): WideFact {
    const { chance, at } = draw
    const order = newWideOrder(chance, at)
    const [a] = order.lines
    const isWhole = chance.hits(0.5) || !a
    const { typed, shown } = chance.pick(notes)
    const about = isWhole
      ? ['It is about the whole order.']
      : ['It is about:', `> 2 × ${a.sku}`, 'The customer wrote:', ...shown.map((words) => `> ${words}`)]
    const answers: Answers = isWhole ? {} : { sku: a.sku ?? '', quantity: '2', note: typed }
    const declared = 'The customer has withdrawn from the contract. Declared at {time}, received at {time}.'
    const lines = ['Return {return} was created for a request from w-withdraw.']
    const goods = isWhole
      ? order.lines.slice(0, 6).map((line) => ({ line, quantity: line.quantity, reason: '1' }))
      : [{ line: a, quantity: 2, reason: '1' }]
    return wideFact('a withdrawal of a form', [order], {
      deliveries: [submitted(draw, 'w-withdraw', { ...named(draw, order), ...answers })],
      ending: {
        status: 'done',
        wanted: {
          ...{ order, goods },
          comments: [
            { lines: [declared, ...about], isVisible: false },
            { lines, isVisible: false },
          ],
        },
      },
    })
  },
}
