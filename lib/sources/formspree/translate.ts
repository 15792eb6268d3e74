import * as z from 'zod'
import { createFormSource } from '../shared/create-form-source.ts'
import { answersOf } from '../shared/form-fields.ts'
import type { Submission } from '../shared/translate-form.ts'
import { readMessage } from '../shared/translation.ts'
import type { Translation } from '../source.ts'
import { formspreeSender } from './accept.ts'

const message = z.object({ submission: z.record(z.string(), z.unknown()) })

/** Formspree: `{form, submission: {name: answer}}` without an id. */
function read({ body }: { body: Buffer }): Submission | Translation {
  const checked = readMessage(body, message, ['submission'])
  return 'ending' in checked ? checked : { answers: answersOf(checked.content.submission) }
}

export const formspree = createFormSource({ ...formspreeSender, read })
