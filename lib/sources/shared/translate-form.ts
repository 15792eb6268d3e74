import type { OrderRef } from '../../commands.ts'
import { plainText } from '../../plain-text.ts'
import type { FormProblem } from '../../problems.ts'
import { notMapped, type SourceSettings, type Translation } from '../source.ts'
import { type Answer, type FormFields, sayFiles, toFormFields } from './form-fields.ts'
import { type LineReading, parseQuantity, readFormLines } from './form-lines.ts'
import { addComment, clip, createReturn, declareWithdrawal, mappingFailed } from './translation.ts'

export type Submission = {
  /** The same for every retry of the delivery. Absent: the `FormSender` reads it. */
  deliveryKey?: string | undefined
  /** The idempotency key: the sender's id of the submission. Absent: the delivery key. */
  key?: string | undefined
  answers: Answer[]
  /** For a sender that writes several choices into one text: the choices in it. */
  choicesIn?: LineReading['choicesIn']
}

export const formTopics = ['return', 'comment'] as const

/** A return names an order, or an e-mail and an SKU; a comment has only a note. `on` limits that. */
export function translateForm(
  key: string,
  submission: Submission,
  from: { source: string; settings: SourceSettings },
): Translation {
  const { on = formTopics, fields: map, tells } = from.settings
  const fields = toFormFields(submission.answers, map)
  const hasLines = fields.has('email') && [...fields.keys()].some((name) => name.startsWith('sku'))
  const named = fields.has('order_number') || fields.has('order_label') || hasLines
  const unreadable = (['order_number', 'order_label', 'email'] as const).find((field) => fields.get(field)?.isPartial)
  if (unreadable) return mappingFailed({ problem: 'answer_unreadable', field: unreadable })
  const email = fields.get('email')?.texts[0]
  if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email))
    return mappingFailed({ problem: 'answer_invalid', field: 'email', expected: 'email' })
  const asked = { email, reading: readingOf(submission), files: sayFiles(submission.answers) }
  if (tells === 'withdrawal') return toWithdrawal(key, fields, asked)
  if (named && on.includes('return')) return toReturn(key, fields, asked)
  if (fields.has('note') && on.includes('comment')) return toComment(key, fields, { ...asked, source: from.source })
  if (!named && !fields.has('note')) return mappingFailed({ problem: 'answer_missing', missing: 'order_or_note' })
  return notMapped({ problem: 'topic_not_on', topic: named ? 'return' : 'comment' })
}

const readingOf = ({ answers, choicesIn }: Submission): LineReading => ({
  choicesIn,
  hasNameless: answers.some(({ keys }) => keys.length === 0),
  hasNamelessNumber: answers.some(({ keys, texts }) => keys.length === 0 && parseQuantity(texts) !== undefined),
})

/** `files`: the text about uploaded files. */
type FormRequest = { email: string | undefined; reading: LineReading; files: string | undefined }

function noteOf(words: string | undefined, files: string | undefined, mostCharacters: number): string | undefined {
  const most = files === undefined ? mostCharacters : mostCharacters - files.length - 1
  return [clip(words, most), files].filter((text) => text !== undefined).join('\n') || undefined
}

function toReturn(key: string, fields: FormFields, { email, reading, files }: FormRequest): Translation {
  const order = readOrder(fields, email)
  if ('problem' in order) return mappingFailed(order)
  const chosen = readFormLines(fields, reading)
  if ('problem' in chosen) return mappingFailed(chosen)
  const reason = clip(fields.get('reason')?.texts.join(', '), 200)
  const note = noteOf(fields.get('note')?.texts.join('\n'), files, 5_000)
  return createReturn(key, { order, email, lines: chosen.lines, reason, note })
}

const aboutOrder: readonly string[] = ['order_number', 'order_label', 'email']

/** Without lines it is about the whole order, unless another answer, or one that cannot be read, may say otherwise. */
function toWithdrawal(key: string, fields: FormFields, { email, reading, files }: FormRequest): Translation {
  const order = readOrder(fields, email)
  if ('problem' in order) return mappingFailed(order)
  const said = ['reason', 'note'].flatMap((name) => fields.get(name)?.texts ?? [])
  const about = { order, email, text: [...said, files ?? []].flat().join('\n') }
  if (![...fields.keys()].some((name) => name.startsWith('sku'))) {
    const isWhole = [...fields.keys()].every((name) => aboutOrder.includes(name)) && !reading.hasNameless
    return declareWithdrawal(key, { ...about, ...(isWhole && { lines: 'all' as const }) })
  }
  const chosen = readFormLines(fields, reading)
  return 'problem' in chosen ? mappingFailed(chosen) : declareWithdrawal(key, { ...about, lines: chosen.lines })
}

/** With what was said of lines: a comment that stands for a request loses nothing. */
function toComment(
  key: string,
  fields: FormFields,
  { email, source, files }: Omit<FormRequest, 'reading'> & { source: string },
): Translation {
  const order = readOrder(fields, email)
  if ('problem' in order) return mappingFailed(order)
  const text = `The customer wrote in the form ${source}:`
  const words = [...fields].flatMap(([name, { texts }]) => {
    if (aboutOrder.includes(name)) return []
    return name === 'note' ? texts : [`${name}: ${texts.join(', ')}`]
  })
  return addComment(key, { order, email, text, note: noteOf(words.join('\n') || undefined, files, 10_000) })
}

/** The order by its number, else by its label and the customer's e-mail, else by the e-mail alone. */
function readOrder(fields: FormFields, email: string | undefined): OrderRef | FormProblem {
  const typed = fields.get('order_number')?.texts
  if (typed?.[0] !== undefined) {
    // Of several numbers none is taken: the pieces could be of any of these orders.
    const externalNumber = typed.length === 1 ? parseOrderNumber(typed[0]) : undefined
    return externalNumber === undefined
      ? { problem: 'answer_invalid', field: 'order_number', expected: 'order_number' }
      : { externalNumber }
  }
  if (email === undefined) return { problem: 'answer_missing', missing: 'order_or_email' }
  const label = clip(fields.get('order_label')?.texts.join(', '), 200)
  return label === undefined ? { email } : { email, label }
}

/** Words that people write before the number, in several languages. */
const composite = '(?:bestell|bestellungs|auftrags|order|rechnungs)[- ]?(?:nr|nummer|no|number|num|id)'
const words =
  'order|bestellung|auftrag|commande|pedido|ordine|bestelling|bestelnummer|number|nummer|numero|número|numéro|nr|no|id|my|meine|mein|the|die|is|ist|lautet'
/** Only a separate word counts: `B-143-0003`, `NO-77` and `TWIN-77` stay as they are. */
const leading = new RegExp(`^(?:(?:${composite}|${words})(?![\\p{L}\\p{N}-])|[#:.°º'"(\\[\\s])+`, 'iu')
/** Longer text is not a number. Removing a megabyte of spaces at its end would take the whole run. */
const longestTyped = 500

/** From a number as people type it ("Order no.: #1001") to "1001". Undefined: no letter or digit is left. */
export function parseOrderNumber(typed: string): string | undefined {
  if (typed.length > longestTyped) return undefined
  const plain = plainText(typed.normalize('NFKC')).replace(/[\u2010-\u2015\u2212]/g, '-')
  const number = plain.replace(leading, '').replace(/[\s.,;:!?'")\]]+$/, '')
  return /[\p{L}\p{N}]/u.test(number) && number.length <= 100 ? number : undefined
}
