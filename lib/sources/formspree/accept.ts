import type { FormSender } from '../shared/accept-form.ts'
import { signatureSchemes } from '../shared/signature-schemes.ts'

/** Its messages have no id. The same bytes are the same submission, for they hold its `_date`. */
export const formspreeSender = {
  kind: 'formspree',
  proof: signatureSchemes.formspree,
} as const satisfies FormSender
