import { parseJson } from '../../parse-json.ts'
import type { FormSender } from '../shared/accept-form.ts'
import { readHeader } from '../shared/delivery-parts.ts'
import { parseMultipart } from '../shared/form-body.ts'
import type { Delivery } from '../source.ts'

/** The parts of a submission, and its answers. `answers` is undefined where they cannot be read; undefined: the body is not multipart. */
export function readJotform(delivery: Pick<Delivery, 'body' | 'headers'>) {
  const parts = parseMultipart(delivery.body, readHeader(delivery, 'content-type'))
  if (!parts) return undefined
  const parsed = parseJson(parts.get('rawRequest') ?? '')
  const answers = parsed.ok && typeof parsed.value === 'object' ? parsed.value : null
  return { id: parts.get('submissionID'), answers: answers ?? undefined }
}

/** It signs nothing, so it needs the token. An edited submission keeps its id and is a duplicate. */
export const jotformSender = {
  kind: 'jotform',
  proof: 'token',
  headers: ['content-type'],
  deliveryKey: (delivery) => {
    const submission = readJotform(delivery)
    return submission?.answers && submission.id
  },
} as const satisfies FormSender
