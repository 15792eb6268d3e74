import type { HistoryEntry } from './event.ts'

/** Entries at most: together they stay far below what an item can hold beside its payload. */
export const historyCap = 50
/** UTF-8 bytes of one entry: fifty of them take 30 KB, and never crowd out the work. */
export const entryCapBytes = 600

/** An entry as it is stored: without `undefined`, and with its texts cut as short as it takes. */
function toEntry(entry: HistoryEntry): HistoryEntry {
  for (const longest of [200, 60, 10]) {
    const text = JSON.stringify(entry, (_key, value) => (typeof value === 'string' ? shortened(value, longest) : value))
    if (Buffer.byteLength(text) <= entryCapBytes) return JSON.parse(text)
  }
  return { at: entry.at, what: entry.what, cut: true }
}

const shortened = (text: string, longest: number) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text)

/** `cap` entries at most: the first, which tells how it began, and the newest. */
function capped(history: HistoryEntry[], cap: number): HistoryEntry[] {
  const [first] = history
  return first && history.length > cap ? [first, ...history.slice(history.length - cap + 1)] : history
}

/** Adds an entry, and leaves one place free for the next claim. */
export function withEntry(history: HistoryEntry[], entry: HistoryEntry): HistoryEntry[] {
  return capped([...history, toEntry(entry)], historyCap - 1)
}

/**
 * Adds a claim's entry as its single conditional write does (`SET history[49]`): at the end, or over the last one
 * where claim after claim ended without a word.
 */
export function withClaimEntry(history: HistoryEntry[], entry: HistoryEntry): HistoryEntry[] {
  return [...history.slice(0, historyCap - 1), entry]
}
