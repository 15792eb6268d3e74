import type { ItemStore } from '../back-office/item-store.ts'
import type { Place } from '../inbox/inbox.ts'
import type { Finding } from '../reasons.ts'

/** A place among the events by receipt: behind this one. `partly`: the next one, and how much of it was compared. */
export type EventsPlace = Place & { partly?: { id: string; compared: number } }
/** Behind this id on this page. `time`: up to when, for people. `found`: the last run ended there, of `total`. */
export type ReturnsPlace = { time: number; page: number; id: number; found?: { total?: number | undefined } }

/** The progress of one direction of the audit. Times are epoch ms. */
export type AuditRound<Place> = {
  /** The round leaves out what ended (or was created) before this. */
  from: number
  begunAt: number
  /** The next run goes on behind it; if `complete`, the next round begins. */
  at: Place
  complete: boolean
  /** The last run could read nothing behind `at`: if the next one cannot either, it skips that. */
  stuck?: true
}

/** Who was heard up to `to`, when last, how often and how far apart (ms). `isCut`: it was not all events. */
export type Heard = {
  to: number
  sources: Readonly<Record<string, { lastAt: number; count: number; gapMs?: number }>>
  isCut?: true
}

/** When it was found first and last, epoch ms. */
export type FoundBefore = { finding: Finding; foundAt: number; seenAt: number }

export type AuditProgress = {
  writeId: string
  /** No return from before this time is looked for: before the bridge, its user may have had other work. */
  since: number
  events?: AuditRound<EventsPlace>
  returns?: AuditRound<ReturnsPlace>
  /** The direction that came first in the last run, and had the better part of a small budget. */
  first?: 'events' | 'returns'
  heard?: Heard
  /** The days before this time are counted (day-counts.ts); epoch ms. */
  countedTo?: number
  /** Returns that were found as cancelled by the shop: they are found again, and are news once. */
  cancelled?: readonly number[]
  /** What was found and is not settled, as of the run that ended at `at`; `more`: what is not listed. */
  found?: { at: number; list: readonly FoundBefore[]; more: number }
}

export type AuditStore = ItemStore<AuditProgress>
