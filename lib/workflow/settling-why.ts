import type { InboxEvent } from '../inbox/event.ts'

/** Told in the history of waits that a release does not end: until then nobody can tell what became of what was sent. */
const readBack = 'whose answer was lost is read back after settling'
const onceMore = 'is looked at once more'

/** `thing` with its article. */
export const readBackWhy = (thing: string): string => `${thing} ${readBack}`
export const onceMoreWhy = (thing: string): string => `${thing} ${onceMore}`

/** Its last wait is for a write of its own to settle. */
export function waitsForSettling({ status, history }: InboxEvent): boolean {
  const last = history.at(-1)
  const why = last?.what === 'deferred' ? last.why : undefined
  if (status !== 'waiting' || typeof why !== 'string') return false
  return why.endsWith(readBack) || why.endsWith(onceMore)
}
