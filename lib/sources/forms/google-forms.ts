import { type FormService, readObject } from '../shared/accept-form.ts'
import { answerBy, readValue } from '../shared/form-fields.ts'
import { givenText } from '../shared/json-fields.ts'
import { standardKey, standardWebhooks } from '../shared/signature-scheme.ts'

/**
 * Google Forms, through the script docs/google-forms.gs. Fields go by the item's id or title. An edited response keeps its id and has another
 * time: it is another delivery of the same fact.
 */
export const googleForms: FormService = {
  kind: 'google-forms',
  proof: { ...standardWebhooks('webhook'), toKey: standardKey },
  read: readObject(['answers'], ({ responseId, submittedAt, email, answers }) => {
    if (!Array.isArray(answers)) return undefined
    const [key, at] = [givenText(responseId), givenText(submittedAt)]
    return {
      deliveryKey: key && at ? `${key}.${at}` : key,
      key,
      answers: [...answers.map((one) => answerBy(one, 'id', 'title')), { keys: ['email'], ...readValue(email) }],
    }
  }),
}
