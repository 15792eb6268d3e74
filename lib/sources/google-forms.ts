import * as z from 'zod'
import { googleFormsSender } from './accept/google-forms.ts'
import { createFormSource } from './create-form-source.ts'
import { type Answer, namesOf, readValue } from './form-fields.ts'
import { givenName } from './given-name.ts'
import type { Translation } from './source.ts'
import type { Submission } from './translate-form.ts'
import { readMessage } from './translation.ts'

/** An item that is odd has no name, or no value. */
const item = z.object({ id: givenName, title: givenName, value: z.unknown().optional() }).catch({})

const message = z.object({
  responseId: givenName,
  email: z.unknown().optional(),
  answers: z.array(item),
})

/**
 * Google Forms, through the script docs/google-forms.gs, which signs as in Standard Webhooks. Fields go by the item's id or title.
 */
function read({ body }: { body: Buffer }): Submission | Translation {
  const checked = readMessage(body, message, ['answers'])
  if ('ending' in checked) return checked
  const { responseId, email, answers } = checked.content
  return {
    key: responseId,
    answers: [...answers.map(toAnswer), { keys: ['email'], ...readValue(email) }],
  }
}

function toAnswer({ id, title, value }: z.infer<typeof item>): Answer {
  return { keys: namesOf(id, title), ...readValue(value) }
}

export const googleForms = createFormSource({ ...googleFormsSender, read })
