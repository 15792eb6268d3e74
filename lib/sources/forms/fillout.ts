import { type FormService, readObject } from '../shared/accept-form.ts'
import { answerBy } from '../shared/form-fields.ts'
import { fieldsOf, givenText, listOf } from '../shared/json-fields.ts'

/** Fillout: questions, calculations and URL parameters, by id or name. It signs nothing, so it needs the token. */
export const fillout: FormService = {
  kind: 'fillout',
  proof: 'token',
  read: readObject(['submission.questions'], ({ submission }) => {
    const fields = fieldsOf(submission)
    const lists = [fields?.questions, fields?.calculations, fields?.urlParameters].map(listOf)
    if (!fields || lists.includes(undefined)) return undefined
    return {
      deliveryKey: givenText(fields.submissionId),
      answers: lists.flat().map((one) => answerBy(one, 'id', 'name')),
    }
  }),
}
