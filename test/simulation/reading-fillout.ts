import type { Chance } from './random.ts'
import { failed, json, type Reader, type Reading, type Step, sha256 } from './reading.ts'
import { asked, family, refused, under } from './reading-form-parts.ts'

const who = { order_number: '1001', email: 'a@example.com' }
const skus = (...names: string[]) => asked(names.map((sku) => ({ sku, quantity: 1 })))

const reading = (kind: string, steps: readonly Step[], more: object = {}): Reading => ({
  ...{ name: `what ${kind} sends`, family, settings: { kind, ...more }, steps },
})

/** Some of them, each once. */
const some = (chance: Chance, rows: readonly Step[]): Step[] => {
  const from = chance.between(0, rows.length - 1)
  return [0, 1, 2].flatMap((at) => rows[(from + at * 2) % rows.length] ?? [])
}

const idOf = (content: unknown): string => sha256(json(content)).slice(0, 12)

function tally(fields: unknown, becomes: object, more: object = {}): Step {
  const id = idOf([fields, more])
  const known = Object.entries(who).map(([label, value]) => ({
    key: `k-${label}`,
    label,
    type: 'HIDDEN_FIELDS',
    value,
  }))
  const data = {
    submissionId: `s-${id}`,
    responseId: 'r',
    fields: Array.isArray(fields) ? [...known, ...fields] : fields,
  }
  return {
    text: json({ eventId: id, eventType: 'FORM_RESPONSE', data, ...more }),
    hears: 'accepted',
    ...('status' in becomes ? {} : { key: id }),
    becomes: under(`s-${id}`, becomes),
  }
}

function fillout(questions: unknown, becomes: object): Step {
  const id = idOf(questions)
  const calculations = [{ id: 'c1', name: 'email', type: 'Text', value: who.email }]
  const urlParameters = [{ id: 'order_number', name: 'order_number', value: '1001' }]
  const text = json({ formId: 'f', submission: { submissionId: id, questions, calculations, urlParameters } })
  return { text, hears: 'accepted', ...('status' in becomes ? {} : { key: id }), becomes: under(id, becomes) }
}

export const filloutReaders: Reader[] = [
  /** An integer of any length is the text of its digits, whoever re-serialises it. */
  (chance) => {
    const long = `90071992547409${chance.between(10, 99)}${chance.between(1_000, 9_999)}`
    const number = { id: 'x', name: 'order_number', value: '=long' }
    const step = fillout(
      [number, { id: 'y', name: 'sku', value: '=long' }],
      asked([{ sku: long, quantity: 1 }], { order: { externalNumber: long } }),
    )
    const text = String(step.text).replaceAll('"=long"', long)
    const decimal = fillout(
      [
        { name: 'sku', value: 'A' },
        { name: 'quantity', value: 2 },
        { name: 'reason', value: 1.5 },
      ],
      asked([{ sku: 'A', quantity: 2 }], { reason: '1.5' }),
    )
    return reading('fillout', [{ ...step, text }, decimal])
  },
  (chance) => {
    const named = (name: string, value: unknown) => ({ id: `q-${name}`, name, type: 'T', value })
    const rows = [
      fillout([named('sku', ['A', 'B'])], skus('A', 'B')),
      fillout([named('sku', ['A', 'all'])], refused('more_than_all', { field: 'sku' })),
      fillout(
        [named('sku', 'A'), named('order_number', ['1', '2'])],
        refused('answer_invalid', { field: 'order_number', expected: 'order_number' }),
      ),
      fillout(
        [named('sku', 'A'), named('order_number', { a: 1 })],
        refused('answer_unreadable', { field: 'order_number' }),
      ),
      fillout(
        [named('sku', 'A'), named('note', ['one', 'two', { a: 1 }])],
        asked([{ sku: 'A', quantity: 1 }], { note: 'one\ntwo' }),
      ),
      fillout(
        [named('sku', 'A'), named('reason', ['one', 'two'])],
        asked([{ sku: 'A', quantity: 1 }], { reason: 'one, two' }),
      ),
      fillout(
        [named('sku', 'A'), named('quantity', ['1', '2'])],
        refused('answer_invalid', { field: 'quantity', expected: 'quantity' }),
      ),
      fillout(
        [named('sku', 'A'), named('email', 'b@example.com')],
        asked([{ sku: 'A', quantity: 1 }], { email: 'b@example.com' }),
      ),
      fillout([{ id: 'sku', name: 'The article', value: 'A' }, 5, null], skus('A')),
      fillout([named('sku', false)], skus('false')),
      fillout({}, failed('payload_invalid', { problem: 'unreadable', fields: ['submission.questions'] })),
    ]
    return reading('fillout', some(chance, rows))
  },
  /** A question without a name may say that only a part is meant. */
  (chance) => {
    const isNamed = chance.hits(0.4)
    const step = tally(isNamed ? [] : [{ value: 'Only the mug' }], {})
    const about = isNamed ? 'It is about the whole order.' : 'The sender does not say which articles it is about.'
    const first =
      'The customer has withdrawn from the contract. Declared at 2026-03-02 09:00 UTC, received at 2026-03-02 09:00 UTC.'
    const text = `${first}\n${about}`
    const key = `s-${step.key}`
    const place = { order: { externalNumber: '1001' }, email: who.email }
    const more = isNamed ? [{ type: 'create-return', key: `${key}/return`, ...place, lines: 'all' }] : []
    const becomes = [{ type: 'add-comment', key, ...place, text }, ...more]
    return reading('tally', [{ ...step, becomes }], { tells: 'withdrawal', withdrawals: 'return' })
  },
]
