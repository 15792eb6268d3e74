import * as z from 'zod'
import { createFormSource, readJson } from '../shared/create-form-source.ts'
import { answersOf } from '../shared/form-fields.ts'
import { formspreeSender } from './accept.ts'

const message = z.object({ submission: z.record(z.string(), z.unknown()) })

/** Formspree: `{form, submission: {name: answer}}` without an id. */
const read = readJson(message, ['submission'], ({ submission }) => ({ answers: answersOf(submission) }))
export const formspree = createFormSource({ ...formspreeSender, read })
