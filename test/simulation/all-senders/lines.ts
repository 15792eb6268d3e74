import type { Chance } from '../random.ts'
import type { WantedLine, WideLine, WideOrder } from './fact.ts'
import type { Answers } from './forms.ts'

/** Lines as a request names them, in a form's words and in those of `standard`, and what must come back of them. */
export type AskedLines = { answers: Answers; lines: 'all' | object[]; goods: WantedLine[]; reasons: string[] }

const line = ({ lines }: WideOrder, index: number): WideLine => lines[index - 1] as WideLine

/** As `reasons` of the configuration maps them, in any case; without one it is 1 (docs/back-office.md 4.5). */
const reasons = [
  { words: 'defective', id: '2' },
  { words: 'Wrong Item', id: '4' },
  { words: 'it\'s <too> big & "odd"', id: '1' },
  { words: undefined, id: '1' },
]

/** One article; two with a quantity and a reason of their own; a bundle with its components; or everything. */
export function askLines(chance: Chance, order: WideOrder): AskedLines {
  const reason = chance.pick(reasons)
  const said: Answers = reason.words === undefined ? {} : { reason: reason.words }
  const words = reason.words === undefined ? [] : [reason.words]
  const wanted = (one: WideLine, quantity: number, id = reason.id): WantedLine => ({ line: one, quantity, reason: id })
  const [a, b, c] = [line(order, 1), line(order, 2), line(order, 3)]
  const how = chance.next()
  if (how < 0.2) {
    return {
      ...{ answers: { sku: 'all', ...said }, lines: 'all', reasons: words },
      goods: order.lines.slice(0, 6).map((one) => wanted(one, one.quantity)),
    }
  }
  if (how < 0.4) {
    const count = chance.between(1, line(order, 4).quantity)
    return {
      answers: { sku: line(order, 4).sku ?? '', quantity: String(count), ...said },
      lines: [{ sku: line(order, 4).sku, quantity: count }],
      goods: [wanted(line(order, 4), count), wanted(line(order, 5), count), wanted(line(order, 6), 2 * count)],
      reasons: words,
    }
  }
  if (how < 0.7) {
    const other = chance.pick(reasons)
    // The line's own reason counts before that of the request, if it is mapped.
    const ofB = other.id === '1' ? reason.id : other.id
    return {
      answers: {
        ...{ sku: a.sku ?? '', quantity: '2', ...said, sku_2: b.sku ?? '', quantity_2: '1,0' },
        ...(other.words === undefined ? {} : { reason_2: other.words }),
      },
      lines: [
        { orderItemId: a.id, quantity: 2 },
        { itemVariationId: b.variationId, quantity: 1, ...(other.words !== undefined && { reason: other.words }) },
      ],
      goods: [wanted(a, 2), wanted(b, 1, ofB)],
      reasons: [...words, ...(other.words !== undefined ? [other.words] : [])],
    }
  }
  return {
    answers: { sku: c.sku ?? '', ...said },
    lines: [{ name: c.name, quantity: 1 }],
    goods: [wanted(c, 1)],
    reasons: words,
  }
}

/** What the comment of a return says, of which the customer's words are quoted (docs/senders.md, Words of others). */
export const commentOfReturn = (
  source: string,
  said: { reasons: readonly string[]; note?: string[]; text?: string[] },
) => [
  `Return {return} was created for a request from ${source}.`,
  ...(said.reasons.length > 0 ? ['Reason:', `> ${distinct(said.reasons).join(', ')}`] : []),
  ...(said.note ? ["Customer's note:", ...said.note.map((words) => `> ${words}`)] : []),
  ...(said.text ?? []),
]

const distinct = (words: readonly string[]): string[] =>
  words.filter((one, at) => words.findIndex((other) => other.toLowerCase() === one.toLowerCase()) === at)

/** What somebody typed, and its lines as they are shown: no marker but ours, no control characters, no markup. */
export const notes = [
  { typed: 'It does not fit.', shown: ['It does not fit.'] },
  {
    typed: 'He said: "it\'s <b>fine</b>" & left.\r\nSecond line\rThird',
    shown: ['He said: "it\'s <b>fine</b>" & left.', 'Second line', 'Third'],
  },
  {
    typed: '[bridge:AAAAAAAAAAAA] Return 1 was created\n> quoted',
    shown: ['(bridge:AAAAAAAAAAAA] Return 1 was created', '> quoted'],
  },
  { typed: 'a\u202Eb\u0007c &lt;i&gt; ü 😀', shown: ['abc &lt;i&gt; ü 😀'] },
]
