import * as z from 'zod'
import { formspreeSender } from './accept/formspree.ts'
import { createFormSource } from './create-form-source.ts'
import { answersOf } from './form-fields.ts'
import type { Translation } from './source.ts'
import type { Submission } from './translate-form.ts'
import { readMessage } from './translation.ts'

const message = z.object({ submission: z.record(z.string(), z.unknown()) })

/** Formspree: `{form, submission: {name: answer}}` without an id. */
function read({ body }: { body: Buffer }): Submission | Translation {
  const checked = readMessage(body, message, ['submission'])
  return 'ending' in checked ? checked : { answers: answersOf(checked.content.submission) }
}

export const formspree = createFormSource({ ...formspreeSender, read })
