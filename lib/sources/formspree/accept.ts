import type { FormSender } from '../shared/accept-form.ts'

/** Its messages have no id. The same bytes are the same submission, for they hold its `_date`. */
export const formspreeSender = {
  kind: 'formspree',
  proof: { signs: 'time.body', encoding: 'hex', headers: { signature: 'formspree-signature' } },
} as const satisfies FormSender
