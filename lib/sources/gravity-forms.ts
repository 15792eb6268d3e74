import { parseJson } from '../parse-json.ts'
import { createFormSource } from './create-form-source.ts'
import { answersOf, readValue } from './form-fields.ts'
import { parseFormUrlencoded } from './form-urlencoded.ts'
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
  return { deliveryKey: id, answers, choicesIn }
}

function readEntry({ body, headers }: Pick<Delivery, 'body' | 'headers'>): object | undefined {
  const type = parseContentType(readHeader({ headers }, 'content-type'))
  if (type?.essence === 'application/x-www-form-urlencoded')
    return Object.fromEntries(parseFormUrlencoded(body, type.params.get('charset')))
  const parsed = parseJson(body)
  return parsed.ok && isObject(parsed.value) ? parsed.value : undefined
}

/** A multi-select field is stored as the text of a JSON list. Of checkboxes each input is a field of its own. */
function choicesIn(text: string): string[] {
  const parsed = text.startsWith('[') ? parseJson(text) : undefined
  const list = parsed?.ok ? readValue(parsed.value) : undefined
  return list && !list.isPartial ? [...list.texts] : [text]
}

export const gravityForms = createFormSource({ kind: 'gravity-forms', proof: 'token', headers: ['content-type'], read })
