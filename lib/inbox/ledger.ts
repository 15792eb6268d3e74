import type { Progress } from './event.ts'

/** A write was frozen and its outcome is not known: it may have been written, or may yet be. */
function isOpen(entry: Progress): boolean {
  const openReturn = entry.return !== undefined && entry.return.returnId === undefined
  const openComment = entry.comment !== undefined && !entry.comment.written
  const openOrder = entry.newOrder !== undefined && entry.newOrder.orderId === undefined
  const openImage = entry.image !== undefined && !entry.image.published
  return openReturn || openComment || openOrder || openImage
}

/** An event with an open write can only wait or be held, until the outcome is known. */
export const hasOpenWrite = (ledger: readonly Progress[]): boolean => ledger.some(isOpen)

/** Any trace of a write, open or answered: from then on nothing is translated, looked up or planned anew. */
export const hasWriteTrace = (ledger: readonly Progress[]): boolean =>
  ledger.some(({ return: made, comment, newOrder, image }) =>
    [made, comment, newOrder, image].some((written) => written !== undefined),
  )
