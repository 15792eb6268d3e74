import { asked, idOf, refused, sent, skus, some, under, unknownTopic, who } from './form-parts.ts'
import { failed, json, type Reader, type Step } from './reading.ts'

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

const options = [
  { id: 'o1', text: 'MUG-1' },
  { id: 'o2', text: 'Hat, red' },
]

export const tallyReader: Reader = (chance) => {
  const field = (value: unknown, more: object = {}) => ({
    key: 'question_1',
    label: 'sku',
    type: 'CHECKBOXES',
    value,
    ...more,
  })
  const rows = [
    tally([field(['o1', 'o2'], { options })], skus('MUG-1', 'Hat, red')),
    tally([field(['o2'], { options })], skus('Hat, red')),
    tally([field(['o3'], { options })], skus('o3')),
    tally([field(['o1', { x: 1 }], { options })], refused('answer_unreadable', { field: 'sku' })),
    tally([field('MUG-1'), field('HAT-1')], skus('MUG-1')),
    tally([field(null), field('HAT-1')], skus('HAT-1')),
    tally(
      [field('MUG-1'), { key: 'q', value: true }, { label: 'quantity', value: 2 }],
      asked([{ sku: 'MUG-1', quantity: 2 }]),
    ),
    tally([field('MUG-1'), { value: '5' }], refused('answer_unnamed', { field: 'quantity' })),
    tally([field('MUG-1'), { value: 'five' }], skus('MUG-1')),
    tally('x', failed('payload_invalid', { problem: 'unreadable', fields: ['eventType', 'data.fields'] })),
    tally(
      [
        { key: 'sku', label: 'note', value: 'MUG-1' },
        { key: 'x', label: 'note', value: { a: 1 } },
      ],
      skus('MUG-1'),
    ),
  ]
  const fields = { question_1: 'sku', 'k-order_number': 'order_number', email: 'email' }
  const mapped = tally([field('MUG-1'), { key: 'z', label: 'quantity', value: 9 }], skus('MUG-1'))
  const other = tally([], unknownTopic('FORM_UPDATED'), { eventType: 'FORM_UPDATED' })
  return chance.hits(0.3) ? sent('tally', [mapped], { fields }) : sent('tally', [...some(chance, rows), other])
}

/** A question without a name may say that only a part is meant. */
export const tallyWithdrawalReader: Reader = (chance) => {
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
  return sent('tally', [{ ...step, becomes }], { tells: 'withdrawal', withdrawals: 'return' })
}
