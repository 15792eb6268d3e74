import { decodeXML } from 'entities/decode'
import { createFormSource } from '../shared/create-form-source.ts'
import { type Answer, type Answered, readValue } from '../shared/form-fields.ts'
import { isObject } from '../shared/json-fields.ts'
import type { Submission } from '../shared/translate-form.ts'
import { payloadInvalid, unreadable } from '../shared/translation.ts'
import type { Delivery, Translation } from '../source.ts'
import { jotformSender, readJotform } from './accept.ts'

/** The answers are JSON in the part `rawRequest`, as `q<number>_<name>`. Fields go by that or by the name alone. */
function read(delivery: Pick<Delivery, 'body' | 'headers'>): Submission | Translation {
  const submission = readJotform(delivery)
  if (!submission) return payloadInvalid({ problem: 'unexpected_body', expected: 'multipart' })
  if (!submission.answers) return unreadable('rawRequest')
  return { answers: Object.entries(submission.answers).map(toAnswer) }
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

export const jotform = createFormSource({ ...jotformSender, read })
