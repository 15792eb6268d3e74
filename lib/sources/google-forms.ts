import * as z from 'zod'
import { createFormSource } from './create-form-source.ts'
import { type Answer, textsOf } from './form-fields.ts'
import { signatureSchemes } from './signature-schemes.ts'
import type { Translation } from './source.ts'
import type { Submission } from './translate-form.ts'
import { readMessage } from './translation.ts'

const message = z.object({
  responseId: z.string().nullish(),
  submittedAt: z.string().nullish(),
  email: z.string().nullish(),
  answers: z.array(
    z.object({
      id: z.union([z.string(), z.number()]).transform(String).nullish(),
      title: z.string().nullish(),
      value: z.unknown().optional(),
    }),
  ),
})

/**
 * Google Forms, through the script docs/google-forms.gs, which signs as in Standard Webhooks. Fields go by the item's id or title. An
 * edited response keeps its id and has another time: it is another delivery of the same fact.
 */
function read({ body }: { body: Buffer }): Submission | Translation {
  const checked = readMessage(body, message, ['answers'])
  if ('ending' in checked) return checked
  const { responseId, submittedAt, email, answers } = checked.content
  return {
    deliveryKey: responseId ? [responseId, submittedAt].filter(Boolean).join('.') : undefined,
    key: responseId ?? undefined,
    answers: [...answers.map(toAnswer), { keys: ['email'], texts: textsOf(email) }],
  }
}

function toAnswer({ id, title, value }: z.infer<typeof message>['answers'][number]): Answer {
  return { keys: [id, title].filter((key) => typeof key === 'string'), texts: textsOf(value) }
}

export const googleForms = createFormSource({ kind: 'google-forms', proof: signatureSchemes.standard, read })
