import type { ItemStore } from '../back-office/item-store.ts'
import type { Place } from '../inbox/inbox.ts'

/** A place among the events by receipt: behind this one, and behind so many things that the one after it is compared by. */
export type EventsPlace = Place & { partly?: { id: string; compared: number } }

/**
 * A place in the list of returns, more exact than a time: right after the one with this id, which was on this page of the round's list.
 * Page 1 and id 0 are its beginning. `time`: up to when returns were looked at, for people. `found`: the last run has found it at the end of that
 * page, in a list of so many, and came no further: the next one need not look for it again.
 */
export type ReturnsPlace = { time: number; page: number; id: number; found?: { total?: number | undefined } }

/** How far one direction of the audit has come; `at`: the next run goes on behind it. Times are epoch ms. */
export type AuditRound<Place> = {
  /** What ended (or was created) before this was not looked at in this round. */
  from: number
  begunAt: number
  at: Place
  /** It came to its end, at `at`: the next one begins anew. */
  complete: boolean
  /** The last run could read nothing behind `at`: if the next one cannot either, it passes that by. */
  stuck?: true
}

/** What the audit remembers from one run to the next. */
export type AuditProgress = {
  writeId: string
  /** Returns that were created before are not looked for: the bridge was not there yet, and its user may have had other work. */
  since: number
  events?: AuditRound<EventsPlace>
  returns?: AuditRound<ReturnsPlace>
  /** The direction that came first in the last run, and had the better part of a small budget. */
  first?: 'events' | 'returns'
  /** Returns that were found as cancelled by the shop: they are found again, and are news once. */
  cancelled?: readonly number[]
}

export type AuditStore = ItemStore<AuditProgress>
