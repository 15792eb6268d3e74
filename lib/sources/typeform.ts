import * as z from 'zod'
import { createFormSource } from './create-form-source.ts'
import { type Answer, answersOf, textsOf } from './form-fields.ts'
import { signatureSchemes } from './signature-schemes.ts'
import { notMapped, type Translation } from './source.ts'
import type { Submission } from './translate-form.ts'
import { readMessage, topicFact } from './translation.ts'

const choice = z.object({ label: z.string().nullish(), other: z.string().nullish() })
const choices = z.object({ labels: z.array(z.string()).nullish(), other: z.string().nullish() })

const answer = z.looseObject({
  type: z.string(),
  field: z.object({ id: z.string().nullish(), ref: z.string().nullish() }),
})

const message = z.object({
  event_id: z.string().nullish(),
  event_type: z.string(),
  form_response: z.object({
    token: z.string().nullish(),
    answers: z.array(answer).nullish(),
    hidden: z.record(z.string(), z.unknown()).nullish(),
  }),
})

/** Typeform: fields by `ref` (set in the form) or id, hidden fields by name. `form_response_partial` is not mapped. */
function read({ body }: { body: Buffer }): Submission | Translation {
  const checked = readMessage(body, message, ['event_type', 'form_response'])
  if ('ending' in checked) return checked
  const { event_id, event_type, form_response: response } = checked.content
  if (event_type !== 'form_response') return notMapped({ problem: 'topic_unknown', ...topicFact(event_type) })
  return {
    deliveryKey: event_id ?? response.token ?? undefined,
    key: response.token ?? undefined,
    answers: [...(response.answers ?? []).map(toAnswer), ...answersOf(response.hidden ?? {})],
  }
}

function toAnswer(given: z.infer<typeof answer>): Answer {
  const keys = [given.field.ref, given.field.id].filter((key) => typeof key === 'string')
  return { keys, texts: toTexts(Object.hasOwn(given, given.type) ? given[given.type] : undefined) }
}

function toTexts(value: unknown): string[] {
  const one = choice.safeParse(value)
  const many = choices.safeParse(value)
  const labels = [one.data?.label, ...(many.data?.labels ?? []), one.data?.other]
  return [...textsOf(value), ...labels.filter((label) => typeof label === 'string')]
}

export const typeform = createFormSource({ kind: 'typeform', proof: signatureSchemes.typeform, read })
