import type { Progress } from './event.ts'

/** A return or a comment was frozen and its outcome is not known: it may have been written, or may yet be. */
function isOpen(entry: Progress): boolean {
  const openReturn = entry.return !== undefined && entry.return.returnId === undefined
  const openComment = entry.comment !== undefined && !entry.comment.written
  return openReturn || openComment
}

/** An event with an open write can only wait or be held, until the outcome is known. */
export const hasOpenWrite = (ledger: readonly Progress[]): boolean => ledger.some(isOpen)

/** Any trace of a write, open or answered: from then on nothing is translated, looked up or planned anew. */
export const hasWriteTrace = (ledger: readonly Progress[]): boolean =>
  ledger.some((entry) => entry.return !== undefined || entry.comment !== undefined)
