import { deliveryOf, emailOf, idOf, soon, type WideDraw, wideFact } from './draw.ts'
import type { WideFact, WideOrder } from './fact.ts'
import { askLines, commentOfReturn, notes } from './lines.ts'
import { newWideOrder } from './orders.ts'

const source = 'w-standard'

function sent(draw: WideDraw, type: string, data: object) {
  const text = JSON.stringify({ type, timestamp: '2026-03-02T09:00:00Z', data })
  return deliveryOf(source, { text, sentId: `std-${idOf(draw)}`, atMs: soon(draw) })
}

/** By each of its names. `email` must belong to it. */
const refOf = ({ chance }: WideDraw, order: WideOrder): object => {
  const email = emailOf(order)
  return chance.pick([
    { order: { id: order.id }, email },
    { order: { id: String(order.id) }, email: email.toUpperCase() },
    { order: { externalNumber: order.number }, email },
    { order: { email, label: order.number } },
    { order: { email: email.toUpperCase() } },
  ])
}

export const standardFacts = {
  goods(draw: WideDraw): WideFact {
    const order = newWideOrder(draw.chance, draw.at)
    const asked = askLines(draw.chance, order)
    const [note, text] = [draw.chance.pick(notes), draw.chance.pick(notes)]
    const reason = asked.answers.reason === undefined ? {} : { reason: asked.answers.reason }
    const data = { ...refOf(draw, order), lines: asked.lines, ...reason, note: note.typed, text: text.typed }
    const reported = [`Reported by ${source}:`, ...text.shown.map((words) => `> ${words}`)]
    const lines = commentOfReturn(source, { reasons: asked.reasons, note: note.shown, text: reported })
    return wideFact('a return of standard', [order], {
      deliveries: [sent(draw, 'return.requested', data)],
      ending: { status: 'done', wanted: { order, goods: asked.goods, comments: [{ lines, isVisible: false }] } },
    })
  },
  words(draw: WideDraw): WideFact {
    const order = newWideOrder(draw.chance, draw.at)
    const { typed, shown } = draw.chance.pick(notes)
    const isVisible = draw.chance.hits(0.5)
    const data = { ...refOf(draw, order), text: typed, visibleForContact: isVisible }
    const lines = isVisible ? shown : [`Reported by ${source}:`, ...shown.map((words) => `> ${words}`)]
    return wideFact(isVisible ? 'a visible comment' : 'an internal comment', [order], {
      deliveries: [sent(draw, 'comment.submitted', data)],
      ending: { status: 'done', wanted: { order, comments: [{ lines, isVisible }] } },
    })
  },
}
