import { fieldsOf, givenText, isAbsentOrList, readFields } from '../json-fields.ts'
import type { FormSender } from './form-sender.ts'

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
