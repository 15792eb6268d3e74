import * as z from 'zod'
import { createFormSource, readJson } from '../shared/create-form-source.ts'
import { readValue } from '../shared/form-fields.ts'
import { answerBy, givenName } from '../shared/payload-parts.ts'
import { googleFormsSender } from './accept.ts'

const message = z.object({
  responseId: givenName,
  email: z.unknown().optional(),
  answers: z.array(answerBy('id', 'title')),
})

/** Google Forms, through the script docs/google-forms.gs. Fields go by the item's id or title. */
const read = readJson(message, ['answers'], ({ responseId, email, answers }) => ({
  key: responseId,
  answers: [...answers, { keys: ['email'], ...readValue(email) }],
}))

export const googleForms = createFormSource({ ...googleFormsSender, read })
