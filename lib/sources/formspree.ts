import * as z from 'zod'
import { createFormSource } from './create-form-source.ts'
import { answersOf } from './form-fields.ts'
import { signatureSchemes } from './signature-schemes.ts'
import type { Translation } from './source.ts'
import type { Submission } from './translate-form.ts'
import { readMessage } from './translation.ts'

const message = z.object({ submission: z.record(z.string(), z.unknown()) })

/** Formspree: `{form, submission: {name: answer}}` without an id. The same bytes are the same submission, for they hold its `_date`. */
function read({ body }: { body: Buffer }): Submission | Translation {
  const checked = readMessage(body, message, ['submission'])
  return 'ending' in checked ? checked : { answers: answersOf(checked.content.submission) }
}

export const formspree = createFormSource({ kind: 'formspree', proof: signatureSchemes.formspree, read })
