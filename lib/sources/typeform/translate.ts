import * as z from 'zod'
import { createFormSource, readJson } from '../shared/create-form-source.ts'
import { type Answer, type Answered, answersOf, namesOf, readValue } from '../shared/form-fields.ts'
import { isObject } from '../shared/json-fields.ts'
import { givenName } from '../shared/payload-parts.ts'
import { topicFact } from '../shared/translation.ts'
import { notMapped } from '../source.ts'
import { typeformSender } from './accept.ts'

/** An answer that is odd has no name or no value. */
const answer = z
  .looseObject({
    type: z.string().optional().catch(undefined),
    field: z.object({ id: givenName, ref: givenName }).optional().catch(undefined),
  })
  .catch({})
  .transform((given): Answer => {
    const { type, field } = given
    const hasValue = type !== undefined && Object.hasOwn(given, type)
    return { keys: namesOf(field?.ref, field?.id), ...(hasValue ? readAnswer(given[type]) : unreadable) }
  })

const message = z.object({
  event_type: z.string(),
  form_response: z.object({
    token: givenName,
    answers: z.array(answer).nullish(),
    hidden: z.record(z.string(), z.unknown()).nullish(),
  }),
})

const unreadable: Answered = { texts: [], isPartial: true }

/** A choice is `{label}`, several are `{labels}`, and either can have `other` beside or instead. */
function readAnswer(value: unknown): Answered {
  if (!isObject(value)) return readValue(value)
  const { label, labels, other }: { label?: unknown; labels?: unknown; other?: unknown } = value
  const answered = readValue([label, ...(Array.isArray(labels) ? labels : [labels]), other])
  return answered.texts.length > 0 ? answered : unreadable
}

/** Typeform: fields by `ref` (set in the form) or id, hidden fields by name. `form_response_partial` is not mapped. */
const read = readJson(message, ['event_type', 'form_response'], ({ event_type, form_response }) => {
  if (event_type !== 'form_response') return notMapped({ problem: 'topic_unknown', ...topicFact(event_type) })
  const { token, answers, hidden } = form_response
  return { key: token, answers: [...(answers ?? []), ...answersOf(hidden ?? {})] }
})

export const typeform = createFormSource({ ...typeformSender, read })
