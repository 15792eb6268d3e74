import type { OrderRef } from '../commands.ts'
import { type Answer, type FormFields, toFormFields } from './form-fields.ts'
import { readFormLines } from './form-lines.ts'
import { parseOrderNumber } from './order-number.ts'
import { notMapped, type SourceSettings, type Translation } from './source.ts'
import { addComment, clip, createReturn, mappingFailed } from './translation.ts'

/** One submission of a form, before anything of it is understood. */
export type Submission = {
  /** The same for every retry of the delivery; absent: the body's hash. */
  key?: string | undefined
  /** The sender's id of the submission; absent: the delivery's key. */
  wish?: string | undefined
  answers: Answer[]
}

/** What `on` of a form can name. */
export const formTopics = ['return', 'comment'] as const

/**
 * Every form sender's mapping: an order named makes a return, only a note a comment. `on` narrows that to `return` or `comment`
 * (a contact form that asks for the order number says `on: ['comment']`).
 */
export function translateForm(
  wish: string,
  submission: Submission,
  from: { source: string; settings: SourceSettings },
): Translation {
  const { on = formTopics, fields: map } = from.settings
  const fields = toFormFields(submission.answers, map)
  const named = fields.has('order_number') || fields.has('order_label')
  const email = fields.get('email')?.[0]
  if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email)) return mappingFailed('`email` is not an e-mail address.')
  if (named && on.includes('return')) return toReturn(wish, fields, email)
  if (fields.has('note') && on.includes('comment')) return toComment(wish, fields, { email, source: from.source })
  if (!named && !fields.has('note'))
    return mappingFailed('Neither `order_number` nor `note` was answered, or the form calls them otherwise.')
  return notMapped('The source is not set to act on what this form asks for.')
}

function toReturn(wish: string, fields: FormFields, email: string | undefined): Translation {
  const order = readOrder(fields, email)
  if (typeof order === 'string') return mappingFailed(`${order}.`)
  const chosen = readFormLines(fields)
  if ('problem' in chosen) return mappingFailed(`${chosen.problem}.`)
  const reason = clip(fields.get('reason')?.join(', '), 200)
  const note = clip(fields.get('note')?.join('\n'), 5_000)
  return createReturn(wish, { order, email, lines: chosen.lines, reason, note })
}

function toComment(
  wish: string,
  fields: FormFields,
  { email, source }: { email: string | undefined; source: string },
): Translation {
  const order = readOrder(fields, email)
  if (typeof order === 'string') return mappingFailed(`${order}.`)
  const text = `The customer wrote in the form ${source}:\n${fields.get('note')?.join('\n')}`
  return addComment(wish, { order, email, text })
}

/** The order's number, else its label under the customer's e-mail, else the e-mail alone; a text says what is missing. */
function readOrder(fields: FormFields, email: string | undefined): OrderRef | string {
  const typed = fields.get('order_number')?.[0]
  if (typed !== undefined) {
    const externalNumber = parseOrderNumber(typed)
    return externalNumber === undefined ? '`order_number` holds no number' : { externalNumber }
  }
  if (email === undefined) return '`email` was not answered, and without `order_number` only it leads to the order'
  const label = clip(fields.get('order_label')?.[0], 200)
  return label === undefined ? { email } : { email, label }
}
