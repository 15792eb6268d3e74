import type { HistoryEntry } from './event.ts'

/** Entries at most: together they stay far below what an item can hold beside its payload. */
const historyCap = 50
/** UTF-8 bytes of one entry: fifty of them take 30 KB, 22 KB compressed, and never crowd out the work. */
const entryCapBytes = 600
const longestText = 200

/** An entry as it is stored: without `undefined`, and with its texts cut as short as it takes. */
function toEntry(entry: HistoryEntry): HistoryEntry {
  const whole = JSON.stringify(entry)
  // As nearly every entry: nothing in it is longer than all of it, a UTF-16 unit takes three bytes at most, and no half of a
  // character is there, which JSON would show as an escape.
  if (whole.length <= longestText && !whole.includes('\\ud')) return JSON.parse(whole)
  for (const longest of [longestText, 60, 10]) {
    const text = JSON.stringify(entry, (_key, value) => (typeof value === 'string' ? shortened(value, longest) : value))
    if (Buffer.byteLength(text) <= entryCapBytes) return JSON.parse(text)
  }
  return { at: entry.at, what: entry.what, cut: true }
}

/** Half of a character, be it of this cut, is not taken by every reader of JSON. */
const shortened = (text: string, longest: number) =>
  (text.length > longest ? `${text.slice(0, longest - 1)}…` : text).toWellFormed()

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
 * Adds a claim's entry, in the place of the last one where that run ended without a word: a claim is one conditional write that knows
 * nothing of the history, so the table keeps just the time of the last claim until the next save (event-item.ts).
 */
export function withClaim(history: HistoryEntry[], { at, attempt }: { at: number; attempt: number }): HistoryEntry[] {
  return [...withoutClaim(history), { at, what: claimedEntry, attempt }]
}

/** Without the entry of a last claim that nothing was saved after. */
export function withoutClaim(history: HistoryEntry[]): HistoryEntry[] {
  return history.at(-1)?.what === claimedEntry ? history.slice(0, -1) : history
}

const claimedEntry = 'claimed'
