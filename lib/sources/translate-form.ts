import type { OrderRef } from '../commands.ts'
import { type Answer, type FormFields, toFormFields } from './form-fields.ts'
import { readFormLines } from './form-lines.ts'
import { parseOrderNumber } from './order-number.ts'
import { notMapped, type SourceSettings, type Translation } from './source.ts'
import { addComment, clip, createReturn, mappingFailed } from './translation.ts'

/** One submission of a form, not interpreted yet. */
export type Submission = {
  /** The same for every retry of the delivery. Absent: the hash of the body. */
  deliveryKey?: string | undefined
  /** The idempotency key: the sender's id of the submission. Absent: the delivery key. */
  key?: string | undefined
  answers: Answer[]
}

/** What `on` of a form can name. */
export const formTopics = ['return', 'comment'] as const

/**
 * The mapping of all forms: a form that names an order becomes a return, one with only a note a comment. `on` limits that to `return` or
 * `comment`: a contact form that asks for the order number needs `on: ['comment']`.
 */
export function translateForm(
  key: string,
  submission: Submission,
  from: { source: string; settings: SourceSettings },
): Translation {
  const { on = formTopics, fields: map } = from.settings
  const fields = toFormFields(submission.answers, map)
  const named = fields.has('order_number') || fields.has('order_label')
  const email = fields.get('email')?.[0]
  if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email)) return mappingFailed('`email` is not an e-mail address.')
  if (named && on.includes('return')) return toReturn(key, fields, email)
  if (fields.has('note') && on.includes('comment')) return toComment(key, fields, { email, source: from.source })
  if (!named && !fields.has('note'))
    return mappingFailed(
      'Neither `order_number` nor `note` was answered. Map them with `fields` if the form calls them otherwise.',
    )
  return notMapped('`on` of the source leaves out what this form asks for.')
}

function toReturn(key: string, fields: FormFields, email: string | undefined): Translation {
  const order = readOrder(fields, email)
  if (typeof order === 'string') return mappingFailed(`${order}.`)
  const chosen = readFormLines(fields)
  if ('problem' in chosen) return mappingFailed(`${chosen.problem}.`)
  const reason = clip(fields.get('reason')?.join(', '), 200)
  const note = clip(fields.get('note')?.join('\n'), 5_000)
  return createReturn(key, { order, email, lines: chosen.lines, reason, note })
}

function toComment(
  key: string,
  fields: FormFields,
  { email, source }: { email: string | undefined; source: string },
): Translation {
  const order = readOrder(fields, email)
  if (typeof order === 'string') return mappingFailed(`${order}.`)
  const text = `The customer wrote in the form ${source}:\n${fields.get('note')?.join('\n')}`
  return addComment(key, { order, email, text })
}

/** The order by its number, else by its label and the customer's e-mail, else by the e-mail alone. A text says what is missing. */
function readOrder(fields: FormFields, email: string | undefined): OrderRef | string {
  const typed = fields.get('order_number')?.[0]
  if (typed !== undefined) {
    const externalNumber = parseOrderNumber(typed)
    return externalNumber === undefined ? '`order_number` holds no order number' : { externalNumber }
  }
  if (email === undefined) return '`email` was not answered, and there is no `order_number` to find the order by'
  const label = clip(fields.get('order_label')?.[0], 200)
  return label === undefined ? { email } : { email, label }
}
