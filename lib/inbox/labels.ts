import { type OrderLabel, plainLabel } from '../order-label.ts'

/** How long a label is kept after the last delivery about its order: a customer may name it a year later. */
const labelKeptMs = 400 * 86_400_000

/** In seconds, as the time to live of the table counts. */
export const labelExpiry = (now: number): number => Math.ceil((now + labelKeptMs) / 1_000)

/** Entries of one item, at most: a shop that reaches them gives one label to order after order. */
export const mostEntries = 20

/** The beginning of a label's id. No source's name holds a `#`, so no event has such an id. */
const prefix = 'label#'
export const labelItemId = (shop: string, key: string): string => `${prefix}${shop}/${key}`
export const isLabelItem = (id: string): boolean => id.startsWith(prefix)

/** `EN1001` and `1001` of one order lie under their digits, so that one write keeps both; else a name by itself. */
export function toEntries({ names, externalNumber }: OrderLabel): { key: string; entries: string[] } {
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
  const meant = items
    .flatMap((entries) => entries.filter((entry) => isMeant(entries, entry)))
    .map((entry) => entry.split('\n'))
  return [...new Set(meant.map(([, number = '']) => number))]
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')
