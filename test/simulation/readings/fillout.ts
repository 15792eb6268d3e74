import { asked, idOf, refused, sent, skus, some, under, who } from './form-parts.ts'
import { failed, json, type Reader, type Step } from './reading.ts'

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
    return sent('fillout', [{ ...step, text }, decimal])
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
    return sent('fillout', some(chance, rows))
  },
]
