import * as z from 'zod'
import { createFormSource } from '../shared/create-form-source.ts'
import { type Answer, namesOf, readValue } from '../shared/form-fields.ts'
import { givenName } from '../shared/payload-parts.ts'
import type { Submission } from '../shared/translate-form.ts'
import { readMessage } from '../shared/translation.ts'
import type { Translation } from '../source.ts'
import { googleFormsSender } from './accept.ts'

/** An item that is odd has no name, or no value. */
const item = z.object({ id: givenName, title: givenName, value: z.unknown().optional() }).catch({})

const message = z.object({
  responseId: givenName,
  email: z.unknown().optional(),
  answers: z.array(item),
})

/** Google Forms, through the script docs/google-forms.gs. Fields go by the item's id or title. */
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
