import { parseJson } from '../parse-json.ts'
import { createFormSource } from './create-form-source.ts'
import { answersOf } from './form-fields.ts'
import { parseContentType } from './parse-content-type.ts'
import { readHeader } from './read-header.ts'
import type { Delivery, Translation } from './source.ts'
import type { Submission } from './translate-form.ts'
import { isObject, payloadInvalid } from './translation.ts'

/**
 * The webhooks add-on of Gravity Forms: a flat entry, as JSON or form-encoded. Fields go by id ("1", "1.3") or by the names under
 * "Select Fields". It signs nothing, so it needs the token.
 */
function read(delivery: Pick<Delivery, 'body' | 'headers'>): Submission | Translation {
  const entry = readEntry(delivery)
  if (!entry) return payloadInvalid({ problem: 'unexpected_body', expected: 'object_or_form' })
  const answers = answersOf(entry)
  const id = answers.find((answer) => answer.keys.includes('id'))?.texts[0]
  return { deliveryKey: id, answers }
}

function readEntry(delivery: Pick<Delivery, 'body' | 'headers'>): object | undefined {
  if (parseContentType(readHeader(delivery, 'content-type'))?.essence === 'application/x-www-form-urlencoded') {
    return Object.fromEntries(new URLSearchParams(delivery.body.toString('utf8')))
  }
  const parsed = parseJson(delivery.body)
  return parsed.ok && isObject(parsed.value) ? parsed.value : undefined
}

export const gravityForms = createFormSource({ kind: 'gravity-forms', proof: 'token', headers: ['content-type'], read })
