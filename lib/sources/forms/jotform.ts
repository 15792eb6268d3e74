import { decodeXML } from 'entities/decode'
import { parseJson } from '../../parse-json.ts'
import type { FormService } from '../shared/accept-form.ts'
import { readHeader } from '../shared/delivery-parts.ts'
import { parseMultipart } from '../shared/form-body.ts'
import { type Answer, type Answered, readValue } from '../shared/form-fields.ts'
import { isObject } from '../shared/json-fields.ts'
import { payloadInvalid, unreadable } from '../shared/translation.ts'

/**
 * Jotform signs nothing, so it needs the token. The answers are JSON in the part `rawRequest`, as `q<number>_<name>`: fields go by that or by
 * the name alone. An edited submission keeps its id and is a duplicate.
 */
export const jotform: FormService = {
  kind: 'jotform',
  proof: 'token',
  headers: ['content-type'],
  read: (delivery) => {
    const parts = parseMultipart(delivery.body, readHeader(delivery, 'content-type'))
    if (!parts) return payloadInvalid({ problem: 'unexpected_body', expected: 'multipart' })
    const parsed = parseJson(parts.get('rawRequest') ?? '')
    if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null) return unreadable('rawRequest')
    return { deliveryKey: parts.get('submissionID'), answers: Object.entries(parsed.value).map(toAnswer) }
  },
}

/** Jotform escapes some answers for HTML. Once only: what the customer typed as an entity stays one. */
function toAnswer([key, value]: [string, unknown]): Answer {
  const answered = withFiles(readAnswer(value))
  return { keys: [key, key.replace(/^q\d+_/, '')], ...answered, texts: answered.texts.map(decodeXML) }
}

/** A file comes as its address alone. */
function withFiles({ texts, ...answered }: Answered): Answered {
  const files = texts.filter((text) => /^https:\/\/(?:[\w-]+\.)*jotform\.com\/uploads\//.test(text))
  if (files.length === 0) return { texts, ...answered }
  return { texts: texts.filter((text) => !files.includes(text)), isPartial: true, files }
}

/** A name, address or date comes as an object of its parts; choices too, where the customer added one of their own (`other`). */
function readAnswer(value: unknown): Answered {
  if (!isObject(value)) return readValue(value)
  const answered = readValue(Object.values(value).flat())
  const areChoices = Object.keys(value).every((key) => /^(?:\d+|other)$/.test(key))
  return areChoices ? answered : { ...answered, texts: [answered.texts.join(' ')] }
}
