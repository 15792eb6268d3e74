import { parseJson } from '../parse-json.ts'
import { gravityFormsSender, readEntry } from './accept/gravity-forms.ts'
import { createFormSource } from './create-form-source.ts'
import { answersOf, readValue } from './form-fields.ts'
import type { Delivery, Translation } from './source.ts'
import type { Submission } from './translate-form.ts'
import { payloadInvalid } from './translation.ts'

/**
 * The webhooks add-on of Gravity Forms: a flat entry, as JSON or form-encoded. Fields go by id ("1", "1.3") or by the names under
 * "Select Fields".
 */
function read(delivery: Pick<Delivery, 'body' | 'headers'>): Submission | Translation {
  const entry = readEntry(delivery)
  if (!entry) return payloadInvalid({ problem: 'unexpected_body', expected: 'object_or_form' })
  return { answers: answersOf(entry), choicesIn }
}

/** A multi-select field is stored as the text of a JSON list. Of checkboxes each input is a field of its own. */
function choicesIn(text: string): string[] {
  const parsed = text.startsWith('[') ? parseJson(text) : undefined
  const list = parsed?.ok ? readValue(parsed.value) : undefined
  return list && !list.isPartial ? [...list.texts] : [text]
}

export const gravityForms = createFormSource({ ...gravityFormsSender, read })
