import type { Chance } from './random.ts'
import { failed, ignored, json, type Reader, type Reading, type Step, sha256 } from './reading.ts'
import { asked, family, refused, under } from './reading-form-parts.ts'

const who = { order_number: '1001', email: 'a@example.com' }
const skus = (...names: string[]) => asked(names.map((sku) => ({ sku, quantity: 1 })))
const unknown = (topic: string) => ignored('topic_not_mapped', { problem: 'topic_unknown', topic })

const reading = (kind: string, steps: readonly Step[], more: object = {}): Reading => ({
  ...{ name: `what ${kind} sends`, family, settings: { kind, ...more }, steps },
})

/** Some of them, each once. */
const some = (chance: Chance, rows: readonly Step[]): Step[] => {
  const from = chance.between(0, rows.length - 1)
  return [0, 1, 2].flatMap((at) => rows[(from + at * 2) % rows.length] ?? [])
}

const idOf = (content: unknown): string => sha256(json(content)).slice(0, 12)

function typeform(answers: object[], becomes: object, more: object = {}): Step {
  const id = idOf([answers, more])
  const mails = [{ type: 'email', email: who.email, field: { id: 'q1', ref: 'email' } }]
  const form_response = { token: `t-${id}`, hidden: { order_number: '1001' }, answers: [...mails, ...answers] }
  const text = json({ event_id: id, event_type: 'form_response', form_response, ...more })
  return { text, hears: 'accepted', becomes: under(`t-${id}`, becomes) }
}

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

export const formSenderReaders: Reader[] = [
  (chance) => {
    const choice = (value: object) => [{ type: 'choices', choices: value, field: { ref: 'sku' } }]
    const rows = [
      typeform(choice({ ids: ['x'], labels: ['A', 'B, b'] }), skus('A', 'B, b')),
      typeform(choice({ labels: ['A'], other: 'C' }), skus('A', 'C')),
      typeform(choice({ other: 'C' }), skus('C')),
      typeform(choice({ ids: ['x'] }), refused('answer_unreadable', { field: 'sku' })),
      typeform([{ type: 'choice', choice: { id: 'c', label: 'A' }, field: { id: 'sku' } }], skus('A')),
      typeform([{ type: 'choice', choice: { other: 'O' }, field: { id: 'sku', ref: 'unused' } }], skus('O')),
      typeform(
        [...choice({ labels: ['A'] }), { type: 'number', number: 3, field: { ref: 'quantity' } }],
        asked([{ sku: 'A', quantity: 3 }]),
      ),
      typeform(
        [...choice({ labels: ['A'] }), { type: 'number', number: 3 }],
        refused('answer_unnamed', { field: 'quantity' }),
      ),
      typeform(
        [...choice({ labels: ['A'] }), { type: 'text', number: 3, field: { ref: 'quantity' } }],
        refused('answer_unreadable', { field: 'quantity' }),
      ),
      typeform([...choice({ labels: ['A'] }), ...choice({ labels: ['B'] })], skus('A')),
    ]
    const partial: Step = { ...typeform([], unknown('form_response_partial'), { event_type: 'form_response_partial' }) }
    return reading('typeform', [...some(chance, rows), partial])
  },
  (chance) => {
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
    const other = tally([], unknown('FORM_UPDATED'), { eventType: 'FORM_UPDATED' })
    return chance.hits(0.3) ? reading('tally', [mapped], { fields }) : reading('tally', [...some(chance, rows), other])
  },
]
