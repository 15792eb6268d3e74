import { asked, family, type Row, refused, services, submission, submitted, who } from './form-parts.ts'
import { ignored, type Reader } from './reading.ts'

const mug = { ...who, sku: 'MUG-1' }
const one = [{ sku: 'MUG-1', quantity: 1 }]

export const formRuleReaders: Reader[] = [
  /** What could not be read as text is refused where it decides what comes back, and kept in words. */
  (chance) =>
    submitted(chance, 'bytes that are no text', [
      ...['order_number', 'email', 'sku', 'quantity', 'sku_2'].map(
        (field): Row => [
          { ...mug, quantity: '2', sku_2: 'B', [field]: 'a\uFFFD@example.com' },
          refused('answer_unreadable', { field }),
        ],
      ),
      [{ ...mug, note: 'a\uFFFD' }, asked(one, { note: 'a\uFFFD' })],
    ]),
  /** `on` limits what a form may ask for. */
  (chance) => {
    const isComment = chance.hits(0.5)
    const note = 'Hello'
    const comment = { type: 'add-comment', order: { externalNumber: '1001' }, email: 'a@example.com', note }
    const not = (topic: string) => ignored('topic_not_mapped', { problem: 'topic_not_on', topic })
    const rows: Row[] = isComment
      ? [
          [
            { ...mug, note },
            { ...comment, text: 'The customer wrote in the form own:' },
          ],
          [mug, not('return')],
        ]
      : [
          [{ ...mug, note }, asked(one, { note })],
          [{ email: 'a@example.com', note }, not('comment')],
        ]
    return submitted(chance, 'a form that may ask for less', rows, { on: [isComment ? 'comment' : 'return'] })
  },
  /** Where the configuration names fields, only those count. */
  (chance) => {
    const fields = { nr: 'order_number', mail: 'email', article: 'sku', again: 'sku', why: 'reason' }
    return submitted(
      ...[chance, 'fields of another name'],
      [
        [
          { nr: '1001', mail: 'a@example.com', article: 'MUG-1', why: 'Old', note: 'n', quantity: '7' },
          asked(one, { reason: 'Old' }),
        ],
        // The first of two answers to one field counts; an empty one is none.
        [{ nr: '1001', mail: 'a@example.com', article: 'MUG-1', again: 'HAT-1' }, asked(one)],
        [{ nr: '1001', mail: 'a@example.com', article: ' ', again: 'MUG-1' }, asked(one)],
      ],
      { fields },
    )
  },
  /** A submission that is sent again, also in other bytes where the sender gives it an id, is a duplicate. */
  (chance) => {
    const kind = chance.pick(Object.keys(services))
    const id = '7000000000000010'
    const first = submission(kind, [mug, asked(one)], id)
    const hasId = kind !== 'formspree' && kind !== 'hubspot'
    const delivery = kind === 'google-forms' ? `${id}.2026-03-02T09:00:00Z` : id
    const changed = submission(kind, [{ ...mug, note: 'n' }, asked(one, { note: 'n' })], id)
    return {
      ...{ name: `a submission again (${kind})`, family, settings: { kind } },
      steps: [
        { ...first, ...(hasId && { key: delivery }) },
        { ...first, id: 'another', hears: 'duplicate' },
        hasId ? { ...first, text: changed.text, hears: 'duplicate' } : changed,
        submission(kind, [mug, asked(one)], '7000000000000020'),
      ],
    }
  },
  /** Each submission is a withdrawal: what it names, or the whole order where nothing else was answered. */
  (chance) => {
    const makesReturn = chance.hits(0.5)
    const settings = {
      tells: 'withdrawal',
      ...(makesReturn && { withdrawals: 'return' }),
      ...(chance.hits(0.3) && { on: ['return'] }),
    }
    const kind = chance.pick(Object.keys(services))
    const about = { order: { externalNumber: '1001' }, email: 'a@example.com' }
    const first =
      'The customer has withdrawn from the contract. Declared at 2026-03-02 09:00 UTC, received at 2026-03-02 09:00 UTC.'
    const rows: [object, string, unknown, string | undefined][] = [
      [who, 'It is about the whole order.', 'all', undefined],
      [{ ...who, sku_2: 'MUG-1' }, 'It is about:\n> 1 × MUG-1', [{ sku: 'MUG-1', quantity: 1 }], undefined],
      [{ ...who, sku: 'all' }, 'It is about the whole order.', 'all', undefined],
      [
        { ...who, note: 'Only\n\nthe mug' },
        'The sender does not say which articles it is about.',
        undefined,
        'Only\n\nthe mug',
      ],
      [{ ...who, quantity: '2' }, 'The sender does not say which articles it is about.', undefined, undefined],
      [
        { ...mug, quantity: '2', reason: 'r', note: 'n' },
        'It is about:\n> 2 × MUG-1',
        [{ sku: 'MUG-1', quantity: 2 }],
        'r\nn',
      ],
    ]
    const [answers, told, lines, note] = chance.pick(rows)
    const id = '7000000000000030'
    const key = services[kind]?.key(id) ?? ''
    const step = submission(kind, [answers as Record<string, string>, {}], id)
    const text = [first, told, ...(note === undefined ? [] : ['The customer wrote:'])].join('\n')
    const becomes = [
      { type: 'add-comment', key, ...about, text, ...(note !== undefined && { note }) },
      ...(makesReturn && lines !== undefined ? [{ type: 'create-return', key: `${key}/return`, ...about, lines }] : []),
    ]
    return {
      ...{ name: `a withdrawal (${kind})`, family, settings: { kind, ...settings } as { kind: string } },
      steps: [{ ...step, becomes }],
    }
  },
]
