import type { FormSender } from '../shared/accept-form.ts'
import { fieldsOf, givenText, isAbsentOrList, readFields } from '../shared/json-fields.ts'
import { signedBody } from '../shared/signature-scheme.ts'

export const tallySender = {
  kind: 'tally',
  proof: signedBody('tally-signature', 'base64'),
  deliveryKey: ({ body }) => {
    const { eventId, eventType, data } = readFields(body) ?? {}
    const submission = fieldsOf(data)
    if (eventType !== 'FORM_RESPONSE' || !submission || !isAbsentOrList(submission.fields)) return undefined
    return givenText(eventId) ?? givenText(submission.submissionId) ?? givenText(submission.responseId)
  },
} as const satisfies FormSender
