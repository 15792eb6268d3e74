import type { LineRef, OrderRef } from '../../commands.ts'
import { clip, plainText } from '../../plain-text.ts'
import type { FormProblem } from '../../problems.ts'
import { notMapped, type SourceSettings, type Translation } from '../source.ts'
import { type Answer, type Answered, type FormFields, sayFiles, toFormFields } from './form-fields.ts'
import { addComment, createReturn, declareWithdrawal } from './requests.ts'
import { mappingFailed } from './translation.ts'

export type Submission = {
  /** The same for every retry of the delivery. Absent or empty: the hash of the body. */
  deliveryKey?: string | undefined
  /** The idempotency key: the sender's id of the submission. Absent: the delivery key. */
  key?: string | undefined
  answers: Answer[]
  /** For a sender that writes several choices into one text: the choices in it. */
  choicesIn?: LineReading['choicesIn']
}

export const formTopics = ['return', 'comment'] as const

type Sent = { source: string; settings: SourceSettings }

/** A return names an order, or an e-mail and an SKU; a comment has only a note. `on` limits that. */
export function translateForm(key: string, submission: Submission, from: Sent): Translation {
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

type FormWords = Omit<FormRequest, 'reading'> & { source: string }

/** With what was said of lines: a comment that stands for a request loses nothing. */
function toComment(key: string, fields: FormFields, { email, source, files }: FormWords): Translation {
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

type FormLines = { lines: 'all' | LineRef[] } | FormProblem

type LineReading = {
  /** How this sender writes several choices into one text. Absent: it sends a list. */
  choicesIn?: ((text: string) => readonly string[]) | undefined
  /** A question without a name was answered. It could name a line. */
  hasNameless?: boolean
  /** A number was answered to a question without a name. It could be the quantity. */
  hasNamelessNumber?: boolean
}

/** `sku` and `quantity`, to `_50`. No quantity is one piece, 0 none. Only "all" alone is every line, a missing SKU is not. */
function readFormLines(fields: FormFields, reading: LineReading = {}): FormLines {
  const lines: LineRef[] = []
  let isNamed = false
  for (const suffix of ['', ...Array.from({ length: 49 }, (_, index) => `_${index + 2}`)]) {
    const answered = fields.get(`sku${suffix}`)
    if (answered?.isPartial) return { problem: 'answer_unreadable', field: `sku${suffix}` }
    const wanted = skusOf(answered, reading)
    if (wanted.length === 0) continue
    isNamed = true
    if (wanted.some((sku) => sku.toLowerCase() === 'all'))
      return readAll(fields, { key: `sku${suffix}`, isAlone: wanted.length === 1 })
    const quantity = readQuantity(fields, `quantity${suffix}`, reading)
    if (typeof quantity !== 'number') return quantity
    const reason = suffix === '' ? undefined : clip(fields.get(`reason${suffix}`)?.texts.join(', '), 200)
    // One by one: a call takes only so many arguments.
    for (const sku of quantity > 0 ? wanted : []) lines.push({ sku, quantity, ...(reason ? { reason } : {}) })
  }
  if (!isNamed) return { problem: 'answer_missing', missing: 'sku' }
  return lines.length > 0 ? { lines } : { problem: 'no_pieces' }
}

/** An entry of a list is one choice, whatever it holds. A single text may have one SKU on each line. */
function skusOf(answered: Answered | undefined, { choicesIn }: LineReading): string[] {
  const [first, ...more] = answered?.texts ?? []
  if (first === undefined) return []
  const choices = more.length > 0 ? [first, ...more] : (choicesIn?.(first) ?? [first])
  const skus = choices.length > 1 ? choices : choices.flatMap((text) => text.split(/[\r\n]/))
  return skus.map((sku) => sku.trim()).filter((sku) => !/^[,;]*$/.test(sku))
}

/** A quantity beside "all" contradicts it: nobody knows which pieces are meant. */
function readAll(fields: FormFields, { key, isAlone }: { key: string; isAlone: boolean }): FormLines {
  const keys = [...fields.keys()]
  if (!isAlone || keys.some((other) => other.startsWith('sku') && other !== key))
    return { problem: 'more_than_all', field: key }
  const quantity = keys.find((other) => other.startsWith('quantity'))
  return quantity === undefined ? { lines: 'all' } : { problem: 'more_than_all', field: key, quantity }
}

function readQuantity(fields: FormFields, field: string, { hasNamelessNumber }: LineReading): number | FormProblem {
  const answered = fields.get(field)
  if (answered?.isPartial) return { problem: 'answer_unreadable', field }
  if (answered) return parseQuantity(answered.texts) ?? { problem: 'answer_invalid', field, expected: 'quantity' }
  return hasNamelessNumber ? { problem: 'answer_unnamed', field } : 1
}

/** "2", "2.0" and "2,00" are two. Never guessed: "1,000" could be one or a thousand, and "two" is a word. */
function parseQuantity(texts: readonly string[]): number | undefined {
  const match = texts.length === 1 ? texts[0]?.trim().match(/^(\d{1,6})(?:[.,]0{1,2})?$/) : undefined
  return match ? Number(match[1]) : undefined
}
