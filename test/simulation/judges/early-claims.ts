import type { InboxEvent } from '../../../lib/inbox/event.ts'
import type { Inbox } from '../../../lib/inbox/inbox.ts'

/** The inbox, and `onEarly` for every claim of an event that is not due, or that somebody else works on. */
export function watchEarlyClaims(
  inbox: Inbox,
  { now, toleranceMs, onEarly }: { now: () => number; toleranceMs: number; onEarly: (what: string) => void },
): Inbox {
  return {
    ...inbox,
    async claim(id, options) {
      const before = await inbox.get(id)
      const claimed = await inbox.claim(id, options)
      const freeAt = before ? freeFrom(before) : 0
      if (claimed && freeAt > now() + toleranceMs)
        onEarly(`${id} was ${before?.status}, ${Math.round(freeAt - now())} ms before its time`)
      return claimed
    },
  }
}

const freeFrom = ({ status, wakeAt = 0, leaseUntil = 0 }: InboxEvent): number =>
  status === 'waiting' ? wakeAt : status === 'running' ? leaseUntil : 0
