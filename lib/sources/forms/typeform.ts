import { type FormService, readObject } from '../shared/accept-form.ts'
import { type Answer, type Answered, answersOf, namesOf, readValue } from '../shared/form-fields.ts'
import { fieldsOf, givenText, listOf } from '../shared/json-fields.ts'
import { signedBody } from '../shared/signature-scheme.ts'
import { topicFact } from '../shared/translation.ts'
import { notMapped } from '../source.ts'

/** Typeform: fields by `ref` (set in the form) or id, hidden fields by name. `form_response_partial` is not mapped. */
export const typeform: FormService = {
  kind: 'typeform',
  proof: signedBody('typeform-signature', 'base64', 'sha256='),
  read: readObject(['event_type', 'form_response'], ({ event_id, event_type, form_response }) => {
    const response = fieldsOf(form_response)
    const [answers, hidden] = [listOf(response?.answers), fieldsOf(response?.hidden ?? {})]
    if (typeof event_type !== 'string' || !response || !answers || !hidden) return undefined
    if (event_type !== 'form_response') return notMapped({ problem: 'topic_unknown', ...topicFact(event_type) })
    const key = givenText(response.token)
    return { deliveryKey: givenText(event_id) ?? key, key, answers: [...answers.map(toAnswer), ...answersOf(hidden)] }
  }),
}

/** An answer that is odd has no name or no value. */
function toAnswer(given: unknown): Answer {
  const answer = fieldsOf(given) ?? {}
  const { ref, id } = fieldsOf(answer.field) ?? {}
  const { type } = answer
  const hasValue = typeof type === 'string' && Object.hasOwn(answer, type)
  return { keys: namesOf(ref, id), ...(hasValue ? readAnswer(answer[type]) : unreadable) }
}

const unreadable: Answered = { texts: [], isPartial: true }

/** A choice is `{label}`, several are `{labels}`, and either can have `other` beside or instead. */
function readAnswer(value: unknown): Answered {
  const choice = fieldsOf(value)
  if (!choice) return readValue(value)
  const { label, labels, other } = choice
  const answered = readValue([label, ...(Array.isArray(labels) ? labels : [labels]), other])
  return answered.texts.length > 0 ? answered : unreadable
}
