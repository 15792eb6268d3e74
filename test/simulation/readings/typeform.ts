import { asked, idOf, refused, sent, skus, some, under, unknownTopic, who } from './form-parts.ts'
import { json, type Reader, type Step } from './reading.ts'

function typeform(answers: object[], becomes: object, more: object = {}): Step {
  const id = idOf([answers, more])
  const mails = [{ type: 'email', email: who.email, field: { id: 'q1', ref: 'email' } }]
  const form_response = { token: `t-${id}`, hidden: { order_number: '1001' }, answers: [...mails, ...answers] }
  const text = json({ event_id: id, event_type: 'form_response', form_response, ...more })
  return { text, hears: 'accepted', becomes: under(`t-${id}`, becomes) }
}

export const typeformReader: Reader = (chance) => {
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
  const partial: Step = {
    ...typeform([], unknownTopic('form_response_partial'), { event_type: 'form_response_partial' }),
  }
  return sent('typeform', [...some(chance, rows), partial])
}
