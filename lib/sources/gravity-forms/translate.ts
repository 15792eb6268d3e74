import { parseJson } from '../../parse-json.ts'
import { createFormSource } from '../shared/create-form-source.ts'
import { answersOf, readValue } from '../shared/form-fields.ts'
import type { Submission } from '../shared/translate-form.ts'
import { payloadInvalid } from '../shared/translation.ts'
import type { Delivery, Translation } from '../source.ts'
import { gravityFormsSender, readEntry } from './accept.ts'

/** The webhooks add-on: a flat entry. Fields go by id ("1", "1.3") or by the names under "Select Fields". */
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
