import { type OrderLabel, type OrderLines, plainLabel } from '../order-label.ts'
import type { AcceptingInbox } from './inbox.ts'

/** How long a label is kept after the last delivery about its order: a customer may name it a year later. */
const labelKeptMs = 400 * 86_400_000
/** In seconds, as the time to live of the table counts. */
export const labelExpiry = (now: number): number => Math.ceil((now + labelKeptMs) / 1_000)
/** Entries of one item, at most: a shop that reaches them gives one label to order after order. */
const mostEntries = 20
/** The beginning of a label's id. No source's name holds a `#`, so no event has such an id. */
const prefix = 'label#'
export const labelItemId = (shop: string, key: string): string => `${prefix}${shop}/${key}`
/** The lines of an order, beside its labels: no shop's name begins so. */
export const linesItemId = (shop: string, externalNumber: string): string => `${prefix}lines#${shop}/${externalNumber}`
export const isLabelItem = (id: string): boolean => id.startsWith(prefix)

/** `EN1001` and `1001` of one order lie under their digits, so that one write keeps both; else a name by itself. */
function toEntries({ names, externalNumber }: OrderLabel): { key: string; entries: string[] } {
  const all = [...new Set(names.map(plainLabel))]
  const [first = ''] = all
  const shared = all.length > 1 && all.every((name) => digitsOf(name) === digitsOf(first)) ? digitsOf(first) : ''
  const kept = shared === '' ? [first] : all
  return { key: shared === '' ? first : shared, entries: kept.map((name) => `${name}\n${externalNumber}`) }
}

/** The keys under which a label may lie that somebody typed. */
export function keysOf(typed: string): string[] {
  const plain = plainLabel(typed)
  return [...new Set([plain, digitsOf(plain)])].filter((key) => key !== '' && key.length <= 200)
}

/** The external numbers that a label has in these items. Of an item that takes no more entries, all: nobody knows which is right. */
export function numbersIn(items: readonly (readonly string[])[], typed: string): string[] {
  const plain = plainLabel(typed)
  const isMeant = (entries: readonly string[], entry: string) =>
    entries.length >= mostEntries || entry.startsWith(`${plain}\n`)
  const meant = items.flatMap((entries) => entries.filter((entry) => isMeant(entries, entry)))
  return [...new Set(meant.map((entry) => entry.split('\n')[1] ?? ''))]
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')
/** An item stays below the 400 KB that a table takes, also where two deliveries fill it. */
const mostLines = 250
const mostBytes = 200

/** An entry for each line: its id, SKU and name. A text that is too long is left out, because a cut one fits no line. */
const toLineEntries = (lines: OrderLines): string[] =>
  Object.entries(lines)
    .slice(0, mostLines)
    .flatMap(([id, { sku, name }]) => {
      const [line, ...texts] = [id, sku, name].map(kept)
      return line && texts.some(Boolean) ? [[line, ...texts].join('\n')] : []
    })

function kept(text = ''): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return Buffer.byteLength(line) <= mostBytes ? line : ''
}

/** What a delivery has taught, as a set of entries that are added while it has less than `most`. */
export type LearntSet = { id: string; entries: readonly string[]; most: number; expiresAt: number }
type Learnt<Name extends 'learnLabel' | 'learnLines'> = Parameters<AcceptingInbox[Name]>[1]

export function labelSet(shop: string, { label, now }: Learnt<'learnLabel'>): LearntSet {
  const { key, entries } = toEntries(label)
  return { id: labelItemId(shop, key), entries, most: mostEntries, expiresAt: labelExpiry(now) }
}

export const linesSet = (shop: string, { externalNumber, lines, now }: Learnt<'learnLines'>): LearntSet => ({
  id: linesItemId(shop, externalNumber),
  entries: toLineEntries(lines),
  most: mostLines,
  expiresAt: labelExpiry(now),
})

/** What all deliveries agree on. Of a line with two SKUs nobody knows which one came back. */
export function linesIn(entries: readonly string[]): OrderLines {
  const lines = entries.map((entry) => entry.split('\n'))
  const byId = Map.groupBy(lines, ([id = '']) => id)
  const known = [...byId].flatMap(([id, parts]) => {
    const [skus = [], names = []] = [1, 2].map((at) => [...new Set(parts.flatMap((part) => part[at] || []))])
    const line = { ...(skus[0] && { sku: skus[0] }), ...(names.length === 1 && { name: names[0] }) }
    return skus.length > 1 || Object.keys(line).length === 0 ? [] : [[id, line] as const]
  })
  return Object.fromEntries(known)
}
