import * as z from 'zod'
import { createFormSource } from '../shared/create-form-source.ts'
import { isObject } from '../shared/delivery-parts.ts'
import { type Answer, type Answered, answersOf, namesOf, readValue } from '../shared/form-fields.ts'
import { givenName } from '../shared/payload-parts.ts'
import type { Submission } from '../shared/translate-form.ts'
import { readMessage, topicFact } from '../shared/translation.ts'
import { notMapped, type Translation } from '../source.ts'
import { typeformSender } from './accept.ts'

/** An answer that is odd has no name or no value. */
const answer = z
  .looseObject({
    type: z.string().optional().catch(undefined),
    field: z.object({ id: givenName, ref: givenName }).optional().catch(undefined),
  })
  .catch({})

const message = z.object({
  event_type: z.string(),
  form_response: z.object({
    token: givenName,
    answers: z.array(answer).nullish(),
    hidden: z.record(z.string(), z.unknown()).nullish(),
  }),
})

/** Typeform: fields by `ref` (set in the form) or id, hidden fields by name. `form_response_partial` is not mapped. */
function read({ body }: { body: Buffer }): Submission | Translation {
  const checked = readMessage(body, message, ['event_type', 'form_response'])
  if ('ending' in checked) return checked
  const { event_type, form_response: response } = checked.content
  if (event_type !== 'form_response') return notMapped({ problem: 'topic_unknown', ...topicFact(event_type) })
  return {
    key: response.token,
    answers: [...(response.answers ?? []).map(toAnswer), ...answersOf(response.hidden ?? {})],
  }
}

function toAnswer(given: z.infer<typeof answer>): Answer {
  const { type, field } = given
  const hasValue = type !== undefined && Object.hasOwn(given, type)
  return { keys: namesOf(field?.ref, field?.id), ...(hasValue ? readAnswer(given[type]) : unreadable) }
}

const unreadable: Answered = { texts: [], isPartial: true }

/** A choice is `{label}`, several are `{labels}`, and either can have `other` beside or instead. */
function readAnswer(value: unknown): Answered {
  if (!isObject(value)) return readValue(value)
  const { label, labels, other }: { label?: unknown; labels?: unknown; other?: unknown } = value
  const answered = readValue([label, ...(Array.isArray(labels) ? labels : [labels]), other])
  return answered.texts.length > 0 ? answered : unreadable
}

export const typeform = createFormSource({ ...typeformSender, read })
