import type { FormSender } from '../shared/accept-form.ts'
import { givenText, readFields } from '../shared/json-fields.ts'
import { standardKey, standardWebhooks } from '../shared/signature-scheme.ts'

/** An edited response keeps its id and has another time: it is another delivery of the same fact. */
export const googleFormsSender = {
  kind: 'google-forms',
  proof: { ...standardWebhooks('webhook'), toKey: standardKey },
  deliveryKey: ({ body }) => {
    const { responseId, submittedAt, answers } = readFields(body) ?? {}
    const id = givenText(responseId)
    if (id === undefined || !Array.isArray(answers)) return undefined
    return [id, givenText(submittedAt)].filter((part) => part !== undefined).join('.')
  },
} as const satisfies FormSender
