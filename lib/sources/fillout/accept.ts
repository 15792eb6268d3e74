import type { FormSender } from '../shared/accept-form.ts'
import { fieldsOf, givenText, isAbsentOrList, readFields } from '../shared/json-fields.ts'

/** It signs nothing, so it needs the token. */
export const filloutSender = {
  kind: 'fillout',
  proof: 'token',
  deliveryKey: ({ body }) => {
    const submission = fieldsOf(readFields(body)?.submission)
    if (!submission) return undefined
    const { submissionId, questions, calculations, urlParameters } = submission
    return [questions, calculations, urlParameters].every(isAbsentOrList) ? givenText(submissionId) : undefined
  },
} as const satisfies FormSender
