import type { FormSender } from '../shared/accept-form.ts'
import { fieldsOf, givenText, isAbsent, isAbsentOrList, readFields } from '../shared/json-fields.ts'
import { signedBody } from '../shared/signature-scheme.ts'

export const typeformSender = {
  kind: 'typeform',
  proof: signedBody('typeform-signature', 'base64', 'sha256='),
  deliveryKey: ({ body }) => {
    const { event_id, event_type, form_response } = readFields(body) ?? {}
    const response = fieldsOf(form_response)
    if (event_type !== 'form_response' || !response || !isAbsentOrList(response.answers)) return undefined
    if (!isAbsent(response.hidden) && !fieldsOf(response.hidden)) return undefined
    return givenText(event_id) ?? givenText(response.token)
  },
} as const satisfies FormSender
