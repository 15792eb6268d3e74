import { digits, type Reader } from './reading.ts'
import { comment, order, reading, returned, sent, wrongFields } from './standard-parts.ts'

const declared = 'withdrawal.declared'

export const standardReaders: Reader[] = [
  /** The delivery's id is the fact's. A line is named by one of four, an order by one of three. */
  (chance) => {
    const id = chance.pick([7, '7', 1_234_567_890_123])
    const ref = chance.pick([
      { id },
      { externalNumber: ` ${digits(chance, 18)} ` },
      { email: 'A@example.com' },
      { email: 'A@example.com', label: '#1' },
    ])
    const meant =
      'id' in ref
        ? { id: Number(ref.id) }
        : 'externalNumber' in ref
          ? { externalNumber: String(ref.externalNumber).trim() }
          : ref
    const lines = chance.pick([
      'all',
      [{ orderItemId: '5', quantity: 0.5, reason: ' odd ' }],
      [
        { itemVariationId: 6, quantity: 1 },
        { sku: ' A ', quantity: 2 },
        { name: 'Mug', quantity: 3 },
      ],
    ] as const)
    const clean =
      lines === 'all'
        ? lines
        : lines.map((line) => ({
            ...line,
            ...('orderItemId' in line && { orderItemId: 5, reason: 'odd' }),
            ...('sku' in line && { sku: 'A' }),
          }))
    const data = { order: ref, email: 'a@example.com', lines, reason: 'why', note: 'line\n\n\nline', text: 'from\nus' }
    const more = {
      email: 'a@example.com',
      reason: 'why',
      note: 'line\n\n\nline',
      text: 'Reported by own:\n> from\n> us',
    }
    const becomes = [{ type: 'create-return', key: 'fact-1', order: meant, lines: clean, ...more }]
    const text = sent(returned, data)
    return reading('a return of standard', [
      { text, id: 'fact-1', hears: 'accepted', key: 'fact-1', becomes },
      { text: `${text} `, id: 'fact-1', hears: 'duplicate' },
      { text, id: 'fact-2', hears: 'accepted', key: 'fact-2' },
      { text, id: 'fact-3', offMs: chance.pick([-301_000, 301_000]), hears: 'refused' },
      { text, id: 'fact-4', offMs: chance.pick([-300_000, 300_000]), hears: 'accepted' },
      { text, id: 'fact-5', headers: { 'webhook-id': 'fact-6' }, hears: 'refused' },
    ])
  },
  (chance) => {
    const isVisible = chance.hits(0.5)
    const note = chance.pick(['', 'More\n\nlines'])
    const given = {
      order,
      text: ' Hello\n\nthere ',
      ...(note && { note }),
      ...(chance.hits(0.7) && { visibleForContact: isVisible }),
    }
    const isSeen = given.visibleForContact === true
    const told = isSeen
      ? { text: 'Hello\n\nthere', ...(note && { note }) }
      : { text: 'Reported by own:', note: `Hello\n\nthere${note && `\n${note}`}` }
    const seen = given.visibleForContact === undefined ? {} : { visibleForContact: isSeen }
    const becomes = [{ type: 'add-comment', key: 'c-1', order, ...seen, ...told }]
    return reading('a comment of standard', [{ text: sent(comment, given), id: 'c-1', hears: 'accepted', becomes }])
  },
  /** What it does not name is the whole order, and when it was declared must be said. */
  (chance) => {
    const [lines, about] = chance.pick([
      [undefined, 'It is about the whole order.'],
      ['all', 'It is about the whole order.'],
      [
        [
          { sku: 'A', quantity: 2 },
          { name: 'The mug', quantity: 1 },
          { orderItemId: 4, quantity: 1.5 },
          { itemVariationId: 9, quantity: 1 },
        ],
        'It is about:\n> 2 × A\n> 1 × The mug\n> 1.5 × order item 4\n> 1 × variation 9',
      ],
    ] as const)
    const words = chance.pick(['', 'I\n\nwithdraw'])
    const makesReturn = chance.hits(0.5)
    const data = {
      order,
      ...(lines && { lines }),
      declaredAt: '2026-03-01T00:30:59+02:00',
      ...(words && { text: words }),
    }
    const first =
      'The customer has withdrawn from the contract. Declared at 2026-02-28 22:30 UTC, received at 2026-03-02 09:00 UTC.'
    const text = [first, about, ...(words ? ['The customer wrote:'] : [])].join('\n')
    const becomes = [
      { type: 'add-comment', key: 'w-1', order, text, ...(words && { note: words }) },
      ...(makesReturn ? [{ type: 'create-return', key: 'w-1/return', order, lines: lines ?? 'all' }] : []),
    ]
    const { declaredAt: _, ...without } = data
    const own = { ...(makesReturn && { withdrawals: 'return' }), ...(chance.hits(0.4) && { on: [comment] }) }
    return reading(
      'a withdrawal of standard',
      [
        { text: sent(declared, data), id: 'w-1', hears: 'accepted', becomes },
        {
          text: sent(declared, without),
          id: 'w-2',
          hears: 'accepted',
          becomes: wrongFields('withdrawal', 'declaredAt'),
        },
        {
          text: sent(declared, { ...data, declaredAt: '2026-03-01' }),
          id: 'w-3',
          hears: 'accepted',
          becomes: wrongFields('withdrawal', 'declaredAt'),
        },
      ],
      own,
    )
  },
]
