import type { FormSender } from '../shared/accept-form.ts'
import { givenText, readFields } from '../shared/json-fields.ts'
import { signatureSchemes } from '../shared/signature-schemes.ts'

/** An edited response keeps its id and has another time: it is another delivery of the same fact. */
export const googleFormsSender = {
  kind: 'google-forms',
  proof: signatureSchemes.standard,
  deliveryKey: ({ body }) => {
    const { responseId, submittedAt, answers } = readFields(body) ?? {}
    const id = givenText(responseId)
    if (id === undefined || !Array.isArray(answers)) return undefined
    return [id, givenText(submittedAt)].filter((part) => part !== undefined).join('.')
  },
} as const satisfies FormSender
