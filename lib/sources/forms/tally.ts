import { type FormService, readObject } from '../shared/accept-form.ts'
import { type Answer, answerBy } from '../shared/form-fields.ts'
import { fieldsOf, givenText, listOf } from '../shared/json-fields.ts'
import { signedBody } from '../shared/signature-scheme.ts'
import { topicFact } from '../shared/translation.ts'
import { notMapped } from '../source.ts'

/** Tally: fields by `key` or label. A hidden field has only a label. */
export const tally: FormService = {
  kind: 'tally',
  proof: signedBody('tally-signature', 'base64'),
  read: readObject(['eventType', 'data.fields'], ({ eventId, eventType, data }) => {
    const submission = fieldsOf(data)
    const fields = listOf(submission?.fields)
    if (typeof eventType !== 'string' || !submission || !fields) return undefined
    if (eventType !== 'FORM_RESPONSE') return notMapped({ problem: 'topic_unknown', ...topicFact(eventType) })
    const key = givenText(submission.submissionId) ?? givenText(submission.responseId)
    return { deliveryKey: givenText(eventId) ?? key, key, answers: fields.map(toAnswer) }
  }),
}

/** The value of a choice is the id of its option. A malformed option resolves nothing. */
function toAnswer(given: unknown): Answer {
  const answer = answerBy(given, 'key', 'label')
  const options = (listOf(fieldsOf(given)?.options) ?? []).map((option) => fieldsOf(option) ?? {})
  const textOf = new Map(options.map(({ id, text }) => [givenText(id), givenText(text)]))
  return { ...answer, texts: answer.texts.map((text) => textOf.get(text) ?? text) }
}
