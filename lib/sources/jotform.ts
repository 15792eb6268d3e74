import { decodeXML } from 'entities/decode'
import { parseJson } from '../parse-json.ts'
import { createFormSource } from './create-form-source.ts'
import { type Answer, type Answered, readValue } from './form-fields.ts'
import { parseMultipart } from './multipart.ts'
import { readHeader } from './read-header.ts'
import type { Delivery, Translation } from './source.ts'
import type { Submission } from './translate-form.ts'
import { isObject, payloadInvalid, unreadable } from './translation.ts'

/**
 * Jotform: multipart, with the answers as JSON in the part `rawRequest`, as `q<number>_<name>`. Fields go by that or by the name alone.
 * It signs nothing, so it needs the token. An edited submission keeps its id and is a duplicate.
 */
function read(delivery: Pick<Delivery, 'body' | 'headers'>): Submission | Translation {
  const parts = parseMultipart(delivery.body, readHeader(delivery, 'content-type'))
  if (!parts) return payloadInvalid({ problem: 'unexpected_body', expected: 'multipart' })
  const parsed = parseJson(parts.get('rawRequest') ?? '')
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null) {
    return unreadable('rawRequest')
  }
  const id = parts.get('submissionID')
  return { deliveryKey: id, answers: Object.entries(parsed.value).map(toAnswer) }
}

/** Jotform escapes some answers for HTML. Once only: what the customer typed as an entity stays one. */
function toAnswer([key, value]: [string, unknown]): Answer {
  const answered = readAnswer(value)
  return { keys: [key, key.replace(/^q\d+_/, '')], ...answered, texts: answered.texts.map(decodeXML) }
}

/** A name, address or date comes as an object of its parts; choices too, where the customer added one of their own (`other`). */
function readAnswer(value: unknown): Answered {
  if (!isObject(value)) return readValue(value)
  const answered = readValue(Object.values(value).flat())
  const areChoices = Object.keys(value).every((key) => /^(?:\d+|other)$/.test(key))
  return areChoices ? answered : { ...answered, texts: [answered.texts.join(' ')] }
}

export const jotform = createFormSource({ kind: 'jotform', proof: 'token', headers: ['content-type'], read })
