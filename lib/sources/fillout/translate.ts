import * as z from 'zod'
import { createFormSource } from '../shared/create-form-source.ts'
import { type Answer, namesOf, readValue } from '../shared/form-fields.ts'
import { givenName } from '../shared/payload-parts.ts'
import type { Submission } from '../shared/translate-form.ts'
import { readMessage } from '../shared/translation.ts'
import type { Translation } from '../source.ts'
import { filloutSender } from './accept.ts'

/** An entry that is odd has no name, or no value. */
const entry = z.object({ id: givenName, name: givenName, value: z.unknown().optional() }).catch({})

const message = z.object({
  submission: z.object({
    questions: z.array(entry).nullish(),
    calculations: z.array(entry).nullish(),
    urlParameters: z.array(entry).nullish(),
  }),
})

/** Fillout: questions, calculations and URL parameters, by id or name. */
function read({ body }: { body: Buffer }): Submission | Translation {
  const checked = readMessage(body, message, ['submission.questions'])
  if ('ending' in checked) return checked
  const { questions, calculations, urlParameters } = checked.content.submission
  const entries = [...(questions ?? []), ...(calculations ?? []), ...(urlParameters ?? [])]
  return { answers: entries.map(toAnswer) }
}

function toAnswer({ id, name, value }: z.infer<typeof entry>): Answer {
  return { keys: namesOf(id, name), ...readValue(value) }
}

export const fillout = createFormSource({ ...filloutSender, read })
