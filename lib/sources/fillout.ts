import * as z from 'zod'
import { createFormSource } from './create-form-source.ts'
import { type Answer, textsOf } from './form-fields.ts'
import type { Translation } from './source.ts'
import type { Submission } from './translate-form.ts'
import { readMessage } from './translation.ts'

const entry = z.object({ id: z.string().nullish(), name: z.string().nullish(), value: z.unknown().optional() })

const message = z.object({
  submission: z.object({
    submissionId: z.string().nullish(),
    questions: z.array(entry).nullish(),
    calculations: z.array(entry).nullish(),
    urlParameters: z.array(entry).nullish(),
  }),
})

/** Fillout: questions, calculations and URL parameters, by id or name. It signs nothing, so it needs the token. */
function read({ body }: { body: Buffer }): Submission | Translation {
  const checked = readMessage(body, message, ['submission.questions'])
  if ('ending' in checked) return checked
  const { submissionId, questions, calculations, urlParameters } = checked.content.submission
  const entries = [...(questions ?? []), ...(calculations ?? []), ...(urlParameters ?? [])]
  return { deliveryKey: submissionId ?? undefined, answers: entries.map(toAnswer) }
}

function toAnswer({ id, name, value }: z.infer<typeof entry>): Answer {
  return { keys: [id, name].filter((key) => typeof key === 'string'), texts: textsOf(value) }
}

export const fillout = createFormSource({ kind: 'fillout', proof: 'token', read })
