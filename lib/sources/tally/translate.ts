import * as z from 'zod'
import { createFormSource } from '../shared/create-form-source.ts'
import { type Answer, namesOf, readValue } from '../shared/form-fields.ts'
import { givenName } from '../shared/payload-parts.ts'
import type { Submission } from '../shared/translate-form.ts'
import { readMessage, topicFact } from '../shared/translation.ts'
import { notMapped, type Translation } from '../source.ts'
import { tallySender } from './accept.ts'

/** An option that is odd resolves nothing. */
const option = z.object({ id: givenName, text: givenName }).catch({})

/** A field that is odd has no name, or no value. */
const field = z
  .object({
    key: givenName,
    label: givenName,
    value: z.unknown().optional(),
    options: z.array(option).optional().catch(undefined),
  })
  .catch({})

const message = z.object({
  eventType: z.string(),
  data: z.object({
    submissionId: givenName,
    responseId: givenName,
    fields: z.array(field).nullish(),
  }),
})

/** Tally: fields by `key` or label. A hidden field has only a label. The value of a choice is the id of its option. */
function read({ body }: { body: Buffer }): Submission | Translation {
  const checked = readMessage(body, message, ['eventType', 'data.fields'])
  if ('ending' in checked) return checked
  const { eventType, data } = checked.content
  if (eventType !== 'FORM_RESPONSE') return notMapped({ problem: 'topic_unknown', ...topicFact(eventType) })
  return { key: data.submissionId ?? data.responseId, answers: (data.fields ?? []).map(toAnswer) }
}

function toAnswer({ key, label, value, options = [] }: z.infer<typeof field>): Answer {
  const textOf = new Map(options.map((option) => [option.id, option.text]))
  const answered = readValue(value)
  return { keys: namesOf(key, label), ...answered, texts: answered.texts.map((text) => textOf.get(text) ?? text) }
}

export const tally = createFormSource({ ...tallySender, read })
