import type { LineRef } from '../commands.ts'
import type { FormProblem } from '../problems.ts'
import type { FormFields } from './form-fields.ts'
import { clip } from './translation.ts'

export type FormLines = { lines: 'all' | LineRef[] } | FormProblem

/**
 * The lines of a form: `sku` and `quantity`, then `sku_2` and `quantity_2` up to `_50`. One `sku` answer may hold several SKUs (a list, or
 * separated by commas, semicolons or line ends), each with that quantity. No quantity means one piece; 0 leaves the line out. Only the
 * answer "all", without a quantity, means every line. No SKU is a problem and never means "all".
 */
export function readFormLines(fields: FormFields): FormLines {
  const lines: LineRef[] = []
  let isNamed = false
  for (const suffix of ['', ...Array.from({ length: 49 }, (_, index) => `_${index + 2}`)]) {
    const skus = (fields.get(`sku${suffix}`) ?? []).flatMap((text) => text.split(/[,;\r\n]/)).map((sku) => sku.trim())
    const wanted = skus.filter((sku) => sku !== '')
    if (wanted.length === 0) continue
    isNamed = true
    if (wanted.some((sku) => sku.toLowerCase() === 'all')) {
      return readAll(fields, { key: `sku${suffix}`, isAlone: wanted.length === 1 })
    }
    const quantity = parseQuantity(fields.get(`quantity${suffix}`))
    if (quantity === undefined) return { problem: 'answer_invalid', field: `quantity${suffix}`, expected: 'quantity' }
    const reason = suffix === '' ? undefined : clip(fields.get(`reason${suffix}`)?.join(', '), 200)
    if (quantity > 0) lines.push(...wanted.map((sku) => ({ sku, quantity, ...(reason ? { reason } : {}) })))
  }
  if (!isNamed) return { problem: 'answer_missing', missing: 'sku' }
  return lines.length > 0 ? { lines } : { problem: 'no_pieces' }
}

/** A quantity beside "all" contradicts it: nobody knows which pieces are meant. */
function readAll(fields: FormFields, { key, isAlone }: { key: string; isAlone: boolean }): FormLines {
  const keys = [...fields.keys()]
  if (!isAlone || keys.some((other) => other.startsWith('sku') && other !== key)) {
    return { problem: 'more_than_all', field: key }
  }
  const quantity = keys.find((other) => other.startsWith('quantity'))
  return quantity === undefined ? { lines: 'all' } : { problem: 'more_than_all', field: key, quantity }
}

/** "2", "2.0" and "2,00" are two. Never guessed: "1,000" could be one or a thousand, and "two" is a word. */
function parseQuantity(texts: readonly string[] | undefined): number | undefined {
  if (!texts) return 1
  const match = texts.length === 1 ? texts[0]?.match(/^(\d{1,6})(?:[.,]0{1,2})?$/) : undefined
  return match ? Number(match[1]) : undefined
}
