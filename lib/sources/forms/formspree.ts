import { type FormService, readObject } from '../shared/accept-form.ts'
import { answersOf } from '../shared/form-fields.ts'
import { fieldsOf } from '../shared/json-fields.ts'

/** Formspree: `{form, submission: {name: answer}}` without an id. The same bytes are the same submission, for they hold its `_date`. */
export const formspree: FormService = {
  kind: 'formspree',
  proof: { signs: 'time.body', encoding: 'hex', headers: { signature: 'formspree-signature' } },
  read: readObject(['submission'], ({ submission }) => {
    const fields = fieldsOf(submission)
    return fields && { answers: answersOf(fields) }
  }),
}
