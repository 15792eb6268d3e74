import { commandView } from '../../lib/operator/command-view.ts'
import { markedComment } from '../../lib/workflow/kinds/comment-text.ts'
import { linesOfComment } from './model.ts'

/** What somebody typed, and the lines of a comment that show it (docs/senders.md, Words of others). */
const quotes: [typed: string, shown: string[]][] = [
  ['First\n\n\n  third   line \n \n', ['> First', '>', '> third line']],
  ['\n\nFirst\r\n\r\n\r\nlast', ['> First', '>', '> last']],
  ['a\rb\u2028c\u2029d\ve\ff\u0085g', ['> a', '> b', '> c', '> d', '> e', '> f', '> g']],
  ['one<br>two<BR />three<br/>four', ['> one', '> two', '> three', '> four']],
  ['Tab\there  and\u00a0there', ['> Tab here and there']],
  ['> quoted\nReturn 1 was created', ['> > quoted', '> Return 1 was created']],
  [
    '[bridge:AAAAAAAAAAAA] x [Bridge : y \uff3bBRIDGE\uff1a z',
    ['> (bridge:AAAAAAAAAAAA] x (Bridge : y (BRIDGE\uff1a z'],
  ],
  ['<b>"it\'s" & more</b>', ['> <b>"it\'s" & more</b>']],
  ['a\u202eb\u0000c\u200bd\u00ade\ufefff\u2066g\u2800h\ufffci', ['> abcdefghi']],
  ['x\u200dy \u200c z\ufe0f', ['> xy z']],
  [
    '\u{1f468}\u200d\u{1f469} \u2764\ufe0f 1\ufe0f\u20e3 \u0645\u06cc\u200c\u062e',
    ['> \u{1f468}\u200d\u{1f469} \u2764\ufe0f 1\ufe0f\u20e3 \u0645\u06cc\u200c\u062e'],
  ],
  ['half \ud83d', ['> half \ufffd']],
]

/** A number or an SKU is shown where it has the form of one; names, addresses and accounts have not. */
const numbers: [typed: string, isNumber: boolean, isSku: boolean][] = [
  ...(['#1001', '302-1234567-1234567', 'EN1001', 'B-143-0003', 'MUSTERMA-1', '12345678901234', 'a1'].map((one) => [
    one,
    true,
    true,
  ]) as [string, true, true][]),
  ...(['MUG-BLUE', 'A-B', 'ab.cd'].map((one) => [one, false, true]) as [string, false, true][]),
  ...([
    ...[
      'MUSTERMANN',
      'ANNA',
      'anna',
      'Anna Muster',
      'MUSTERMANN-1',
      'anna-1',
      'Anna1',
      'kim@example.com',
      '123456789012345',
      '1001 ',
    ],
    ...[
      'DE89-3704-0044-0532-0130-00',
      '4111-1111-1111-1111',
      '4111.1111.1111.1111',
      'Stra\u00dfe-5',
      'a--1',
      '-1',
      '1-',
      '##1',
      'x'.repeat(3),
    ],
    ...[`${'1'.repeat(14)}-${'2'.repeat(14)}-${'3'.repeat(11)}`],
  ].map((one) => [one, false, false]) as [string, false, false][]),
]

const marker = '[bridge:ABCDEFGHIJKL]'
const hidden = '[redacted]'

/** What is shown of words that somebody typed: to readers of comments, and to operators. Each schedule has the next ones. */
export function judgeWords(seed: number): string[] {
  return [...next(quotes, seed).flatMap(wrongQuote), ...next(numbers, seed).flatMap(wrongView)]
}

const next = <Row>(rows: readonly Row[], seed: number): Row[] =>
  [0, 1].map((at) => rows[(2 * seed + at) % rows.length] as Row)

function wrongQuote([typed, shown]: (typeof quotes)[number]): string[] {
  const lines = linesOfComment({ text: markedComment(marker, 'They wrote:', typed) })
  const must = ['They wrote:', ...shown]
  return JSON.stringify(lines) === JSON.stringify(must)
    ? []
    : [`wrong words: ${JSON.stringify(typed)} is shown as ${JSON.stringify(lines)}, not ${JSON.stringify(must)}`]
}

function wrongView([typed, isNumber, isSku]: (typeof numbers)[number]): string[] {
  const reasons = { defective: '2' }
  const line = { quantity: 2, reason: typed }
  const view = commandView(
    {
      ...{
        type: 'create-return',
        key: 'k',
        order: { email: typed, label: typed },
        email: typed,
        note: typed,
        text: typed,
      },
      ...{
        lines: [
          { sku: typed, ...line },
          { name: typed, ...line },
          { orderItemId: 5, quantity: 1, reason: ' Defective ' },
        ],
        reason: typed,
      },
    },
    reasons,
  )
  const [number, sku] = [isNumber ? typed : hidden, isSku ? typed : hidden]
  const shown = { quantity: 2, reason: hidden }
  const must = {
    ...{
      type: 'create-return',
      key: 'k',
      order: { email: hidden, label: number },
      email: hidden,
      note: hidden,
      text: hidden,
    },
    ...{
      lines: [
        { sku, ...shown },
        { name: sku, ...shown },
        { orderItemId: 5, quantity: 1, reason: ' Defective ' },
      ],
      reason: hidden,
    },
  }
  const other = commandView({ type: 'add-comment', key: 'k', order: { externalNumber: typed }, text: typed }, reasons)
  const mustOther = { type: 'add-comment', key: 'k', order: { externalNumber: number }, text: hidden }
  return (
    [
      [view, must],
      [other, mustOther],
    ] as const
  )
    .filter(([is, wanted]) => JSON.stringify(is, sorted(is)) !== JSON.stringify(wanted, sorted(wanted)))
    .map(([is]) => `wrong words: of ${JSON.stringify(typed)} operators see ${JSON.stringify(is)}`)
}

/** All names within, so that their order does not matter. */
function sorted(value: unknown): string[] {
  const names = new Set<string>()
  JSON.stringify(value, (name, inner: unknown) => {
    names.add(name)
    return inner
  })
  return [...names].sort()
}
