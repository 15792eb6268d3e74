import type { LineView } from './event-shapes.ts'

/** By what a row names its line; `orderItemId` is what the list of the order's lines gives. */
export const lineNames = ['sku', 'name', 'itemVariationId', 'orderItemId'] as const
type LineName = (typeof lineNames)[number]

/** One line as its fields hold it. A row without a quantity is none. */
export type Row = { item: string; by: LineName; value: string; quantity: string; reason: string }

const emptyRow: Row = { item: '', by: 'sku', value: '', quantity: '', reason: '' }
const mostRows = 100
/** So many more can be filled in at once. */
const freeRows = 3

const redacted = '[redacted]'
const shown = (text: string | undefined): string => (text === undefined || text === redacted ? '' : text)

/** The rows for what an event asks for: what the customer typed is not shown, and its field is empty. */
export function rowsFor(lines: readonly LineView[]): Row[] {
  return lines.slice(0, mostRows).map((line) => {
    const by = lineNames.find((name) => line[name] !== undefined) ?? 'sku'
    const value = String(line[by] ?? '')
    return { item: '', by, value: shown(value), quantity: String(line.quantity), reason: shown(line.reason) }
  })
}

export function rowsOf(form: URLSearchParams): Row[] {
  const count = Math.min(mostRows, Math.max(0, Math.trunc(Number(form.get('rows')) || 0)))
  return Array.from({ length: count }, (_, index) => {
    const get = (name: string) => form.get(`${name}${index}`)?.trim() ?? ''
    const by = lineNames.find((name) => name === get('by')) ?? 'sku'
    return { item: get('item'), by, value: get('value'), quantity: get('quantity'), reason: get('reason') }
  })
}

export const filledRows = (rows: readonly Row[]): Row[] =>
  rows.filter(({ item, value, quantity }) => item !== '' || value !== '' || quantity !== '')

/** With room for more. */
export const withFreeRows = (rows: readonly Row[]): Row[] =>
  [...filledRows(rows), ...Array.from({ length: freeRows }, () => emptyRow)].slice(0, mostRows)

/** The lines of the rows, or the places (from 1) of those that name no line or have no quantity. A quantity of 0 removes a row. */
export function linesOf(rows: readonly Row[]): { lines: LineView[] } | { incomplete: number[] } {
  const read = filledRows(rows).map((row) => (isRemoved(row) ? 'removed' : lineOf(row)))
  // The places are those of the rows on the page.
  const incomplete = read.flatMap((line, index) => (line === undefined ? [index + 1] : []))
  if (incomplete.length > 0) return { incomplete }
  return { lines: read.filter((line) => line !== undefined && line !== 'removed') }
}

const isRemoved = ({ quantity }: Row): boolean => quantity !== '' && Number(quantity) === 0

function lineOf({ item, by, value, quantity, reason }: Row): LineView | undefined {
  const pieces = Number(quantity.replace(',', '.'))
  if (quantity === '' || !(pieces > 0) || !Number.isFinite(pieces)) return undefined
  const others = { quantity: pieces, ...(reason !== '' && { reason }) }
  if (item !== '') return isId(item) ? { orderItemId: Number(item), ...others } : undefined
  if (value === '') return undefined
  if (by === 'sku' || by === 'name') return { [by]: value, ...others }
  return isId(value) ? { [by]: Number(value), ...others } : undefined
}

export const isId = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text))
