import type { LineRef } from '../../commands.ts'
import type { FormProblem } from '../../problems.ts'
import type { Answered, FormFields } from './form-fields.ts'
import { clip } from './translation.ts'

export type FormLines = { lines: 'all' | LineRef[] } | FormProblem

export type LineReading = {
  /** How this sender writes several choices into one text. Absent: it sends a list. */
  choicesIn?: ((text: string) => readonly string[]) | undefined
  /** A question without a name was answered. It could name a line. */
  hasNameless?: boolean
  /** A number was answered to a question without a name. It could be the quantity. */
  hasNamelessNumber?: boolean
}

/** `sku` and `quantity`, to `_50`. No quantity is one piece, 0 none. Only "all" alone is every line, a missing SKU is not. */
export function readFormLines(fields: FormFields, reading: LineReading = {}): FormLines {
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
export function parseQuantity(texts: readonly string[]): number | undefined {
  const match = texts.length === 1 ? texts[0]?.trim().match(/^(\d{1,6})(?:[.,]0{1,2})?$/) : undefined
  return match ? Number(match[1]) : undefined
}
