import { parseJson } from '../../parse-json.ts'
import type { FormService } from '../shared/accept-form.ts'
import { readHeader } from '../shared/delivery-parts.ts'
import { parseContentType, parseFormUrlencoded } from '../shared/form-body.ts'
import { answersOf, readValue } from '../shared/form-fields.ts'
import { type JsonFields, readFields } from '../shared/json-fields.ts'
import { payloadInvalid } from '../shared/translation.ts'
import type { Delivery } from '../source.ts'

/**
 * The webhooks add-on of Gravity Forms: a flat entry. Fields go by id ("1", "1.3") or by the names under "Select Fields". It signs nothing, so
 * it needs the token.
 */
export const gravityForms: FormService = {
  kind: 'gravity-forms',
  proof: 'token',
  headers: ['content-type'],
  read: (delivery) => {
    const entry = readEntry(delivery)
    if (!entry) return payloadInvalid({ problem: 'unexpected_body', expected: 'object_or_form' })
    return { deliveryKey: readValue(entry.id).texts[0], answers: answersOf(entry), choicesIn }
  },
}

/** As JSON or form-encoded. Undefined: the body is neither. */
function readEntry({ body, headers }: Pick<Delivery, 'body' | 'headers'>): JsonFields | undefined {
  const type = parseContentType(readHeader({ headers }, 'content-type'))
  if (type?.essence === 'application/x-www-form-urlencoded')
    return Object.fromEntries(parseFormUrlencoded(body, type.params.get('charset')))
  return readFields(body)
}

/** A multi-select field is stored as the text of a JSON list. Of checkboxes each input is a field of its own. */
function choicesIn(text: string): string[] {
  const parsed = text.startsWith('[') ? parseJson(text) : undefined
  const list = parsed?.ok ? readValue(parsed.value) : undefined
  return list && !list.isPartial ? [...list.texts] : [text]
}
