import * as z from 'zod'
import { createFormSource } from './create-form-source.ts'
import { type Answer, textsOf } from './form-fields.ts'
import { signatureSchemes } from './signature-schemes.ts'
import { notMapped, type Translation } from './source.ts'
import type { Submission } from './translate-form.ts'
import { readMessage, topicFact } from './translation.ts'

const field = z.object({
  key: z.string(),
  label: z.string().nullish(),
  value: z.unknown().optional(),
  options: z
    .array(z.object({ id: z.string(), text: z.string() }))
    .nullish()
    .catch(undefined),
})

const message = z.object({
  eventId: z.string().nullish(),
  eventType: z.string(),
  data: z.object({
    submissionId: z.string().nullish(),
    responseId: z.string().nullish(),
    fields: z.array(field).nullish(),
  }),
})

/** Tally: fields by `key` or label. A hidden field has only a label. The value of a choice is the id of its option. */
function read({ body }: { body: Buffer }): Submission | Translation {
  const checked = readMessage(body, message, ['eventType', 'data.fields'])
  if ('ending' in checked) return checked
  const { eventId, eventType, data } = checked.content
  if (eventType !== 'FORM_RESPONSE') return notMapped({ problem: 'topic_unknown', ...topicFact(eventType) })
  const key = data.submissionId ?? data.responseId ?? undefined
  return { deliveryKey: eventId ?? key, key, answers: (data.fields ?? []).map(toAnswer) }
}

function toAnswer({ key, label, value, options }: z.infer<typeof field>): Answer {
  const textOf = new Map(options?.map((option) => [option.id, option.text]))
  return { keys: label ? [key, label] : [key], texts: textsOf(value).map((text) => textOf.get(text) ?? text) }
}

export const tally = createFormSource({ kind: 'tally', proof: signatureSchemes.tally, read })
