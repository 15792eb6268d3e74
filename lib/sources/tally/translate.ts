import * as z from 'zod'
import { createFormSource, readJson } from '../shared/create-form-source.ts'
import { answerBy, givenName } from '../shared/payload-parts.ts'
import { topicFact } from '../shared/translation.ts'
import { notMapped } from '../source.ts'
import { tallySender } from './accept.ts'

/** A malformed option resolves nothing. */
const option = z.object({ id: givenName, text: givenName }).catch({})
const choices = z.object({ options: z.array(option).optional().catch(undefined) }).catch({})

/** The value of a choice is the id of its option. */
const field = z.unknown().transform((given) => {
  const answer = answerBy('key', 'label').parse(given)
  const textOf = new Map(choices.parse(given).options?.map(({ id, text }) => [id, text]))
  return { ...answer, texts: answer.texts.map((text) => textOf.get(text) ?? text) }
})

const message = z.object({
  eventType: z.string(),
  data: z.object({ submissionId: givenName, responseId: givenName, fields: z.array(field).nullish() }),
})

/** Tally: fields by `key` or label. A hidden field has only a label. */
const read = readJson(message, ['eventType', 'data.fields'], ({ eventType, data }) => {
  if (eventType !== 'FORM_RESPONSE') return notMapped({ problem: 'topic_unknown', ...topicFact(eventType) })
  return { key: data.submissionId ?? data.responseId, answers: data.fields ?? [] }
})

export const tally = createFormSource({ ...tallySender, read })
