import { asked, type Row, refused, submitted, who } from './form-parts.ts'
import type { Reader } from './reading.ts'

const mug = { ...who, sku: 'MUG-1' }
const one = [{ sku: 'MUG-1', quantity: 1 }]

/** What people type, and the number that they mean. */
const numbers: [string, string | undefined][] = [
  ...([
    '#1001',
    ' 1001 ',
    'Order 1001',
    'Bestellung Nr. 1001',
    'order no.: #1001',
    'Order-No 1001',
    '1001.',
    '(1001)',
  ].map((typed) => [typed, '1001']) as [string, string][]),
  ...([
    ['302-1234567-1234567', '302-1234567-1234567'],
    ['B-143-0003', 'B-143-0003'],
    ['NO-77', 'NO-77'],
    ['TWIN-77', 'TWIN-77'],
    ['12345678901234567890', '12345678901234567890'],
    ['#EN\u20111001', 'EN-1001'],
    ['Ａ１００１', 'A1001'],
    ['0017', '0017'],
  ] as [string, string][]),
  ...(['###', '---', '?', 'x'.repeat(501), 'y'.repeat(101)].map((typed) => [typed, undefined]) as [
    string,
    undefined,
  ][]),
]

/** Whole pieces, never guessed. */
const quantities: [string, number | undefined][] = [
  ...(['2', ' 2 ', '2,0', '2.0', '2,00', '2.00', '002'].map((typed) => [typed, 2]) as [string, number][]),
  ...([
    ['', 1],
    ['999999', 999_999],
    ['10', 10],
  ] as [string, number][]),
  ...(['1,000', '1.000', '1 000', '1,5', '2.5', 'two', '-2', '+2', '2x', '1e3', '1000000', '2,000', '1,0,0'].map(
    (typed) => [typed, undefined],
  ) as [string, undefined][]),
]

const wrong = (field: string, expected: string) => refused('answer_invalid', { field, expected })

export const formReaders: Reader[] = [
  (chance) =>
    submitted(
      ...[chance, 'an order number as people type it'],
      numbers.map(
        ([typed, meant]): Row => [
          { ...mug, order_number: typed },
          meant === undefined
            ? wrong('order_number', 'order_number')
            : asked(one, { order: { externalNumber: meant } }),
        ],
      ),
    ),
  (chance) =>
    submitted(
      ...[chance, 'a quantity as people type it'],
      quantities.map(([typed, meant]): Row => {
        const becomes = meant === undefined ? wrong('quantity', 'quantity') : asked([{ sku: 'MUG-1', quantity: meant }])
        return [{ ...mug, quantity: typed }, becomes]
      }),
    ),
  (chance) =>
    submitted(chance, 'articles', [
      [
        { ...who, sku: 'A-1\nB-2\r\n\n C-3 ', quantity: '2' },
        asked(['A-1', 'B-2', 'C-3'].map((sku) => ({ sku, quantity: 2 }))),
      ],
      [{ ...who, sku: 'Mug, blue' }, asked([{ sku: 'Mug, blue', quantity: 1 }])],
      [{ ...who, sku: 'ALL' }, asked('all')],
      [{ ...who, sku: ' all ', reason: 'Why', note: 'x' }, asked('all', { reason: 'Why', note: 'x' })],
      [{ ...who, sku: 'all', quantity: '1' }, refused('more_than_all', { field: 'sku', quantity: 'quantity' })],
      [{ ...who, sku: 'all', quantity_3: '1' }, refused('more_than_all', { field: 'sku', quantity: 'quantity_3' })],
      [{ ...who, sku: 'all', sku_7: 'MUG-1' }, refused('more_than_all', { field: 'sku' })],
      [{ ...who, sku: 'all\nMUG-1' }, refused('more_than_all', { field: 'sku' })],
      [{ ...who, sku: 'MUG-1', sku_2: 'all' }, refused('more_than_all', { field: 'sku_2' })],
      [who, refused('answer_missing', { missing: 'sku' })],
      [{ ...who, sku: ',' }, refused('answer_missing', { missing: 'sku' })],
      [{ ...mug, quantity: '0' }, refused('no_pieces')],
      [{ ...mug, quantity: '0', sku_2: 'B-2' }, asked([{ sku: 'B-2', quantity: 1 }])],
      [{ ...mug, quantity: '0,00', sku_2: 'B-2', quantity_2: '3' }, asked([{ sku: 'B-2', quantity: 3 }])],
    ]),
  /** Each further line has a quantity and a reason of its own; there are fifty. */
  (chance) => {
    const at = chance.pick([2, 9, 10, 19, 29, 39, 49, 50])
    const lines = [
      { sku: 'MUG-1', quantity: 2 },
      { sku: 'B-2', quantity: 3, reason: 'Broken' },
    ]
    const none = [{ sku: 'MUG-1', quantity: 2 }]
    const answers = { ...mug, quantity: '2', reason: 'Mine' }
    return submitted(chance, 'further lines', [
      [
        { ...answers, [`sku_${at}`]: 'B-2', [`quantity_${at}`]: '3', [`reason_${at}`]: 'Broken' },
        asked(lines, { reason: 'Mine' }),
      ],
      [{ ...answers, sku_51: 'B-2', sku_1: 'C-3', sku_02: 'D-4' }, asked(none, { reason: 'Mine' })],
      [{ ...answers, [`sku_${at}`]: 'B-2', [`quantity_${at}`]: 'x' }, wrong(`quantity_${at}`, 'quantity')],
      [
        { ...who, [`sku_${at}`]: 'B-2', [`reason_${at}`]: ' Broken ' },
        asked([{ sku: 'B-2', quantity: 1, reason: 'Broken' }]),
      ],
    ])
  },
  (chance) => {
    const note = 'First\n\n\nthird line'
    const comment = { type: 'add-comment', order: { email: 'a@example.com' }, email: 'a@example.com' }
    const text = 'The customer wrote in the form own:'
    const long = 'w'.repeat(5_001)
    return submitted(chance, 'words', [
      [{ ...mug, note }, asked(one, { note })],
      [{ ...mug, note: long }, asked(one, { note: `${'w'.repeat(4_988)} [shortened]` })],
      [{ ...mug, note: long.slice(1) }, asked(one, { note: long.slice(1) })],
      [{ ...mug, reason: 'r'.repeat(201) }, asked(one, { reason: `${'r'.repeat(188)} [shortened]` })],
      [{ ...mug, reason: ' Wrong  Item ' }, asked(one, { reason: 'Wrong  Item' })],
      [
        { email: 'a@example.com', note },
        { ...comment, text, note },
      ],
      [
        { email: 'a@example.com', note: long.slice(1) },
        { ...comment, text, note: long.slice(1) },
      ],
      [{ note }, refused('answer_missing', { missing: 'order_or_email' })],
      [{ email: 'a@example.com' }, refused('answer_missing', { missing: 'order_or_note' })],
      [{ ...mug, email: 'a b@example.com' }, wrong('email', 'email')],
      [{ ...mug, email: 'nobody' }, wrong('email', 'email')],
      [
        { ...mug, email: '' },
        { type: 'create-return', order: { externalNumber: '1001' }, lines: one },
      ],
      [
        { order_label: '#EN1001', email: 'a@example.com', sku: 'MUG-1' },
        asked(one, { order: { email: 'a@example.com', label: '#EN1001' } }),
      ],
      [{ ...mug, order_label: '#EN1001' }, asked(one)],
      [{ order_label: '#EN1001', sku: 'MUG-1' }, refused('answer_missing', { missing: 'order_or_email' })],
    ])
  },
]
