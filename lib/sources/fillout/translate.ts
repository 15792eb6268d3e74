import * as z from 'zod'
import { createFormSource, readJson } from '../shared/create-form-source.ts'
import { answerBy } from '../shared/payload-parts.ts'
import { filloutSender } from './accept.ts'

const entries = z.array(answerBy('id', 'name')).nullish()
const message = z.object({
  submission: z.object({ questions: entries, calculations: entries, urlParameters: entries }),
})

/** Fillout: questions, calculations and URL parameters, by id or name. */
const read = readJson(message, ['submission.questions'], ({ submission }) => {
  const { questions, calculations, urlParameters } = submission
  return { answers: [questions, calculations, urlParameters].flatMap((list) => list ?? []) }
})

export const fillout = createFormSource({ ...filloutSender, read })
