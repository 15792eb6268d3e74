import type { ItemStore } from '../back-office/item-store.ts'
import type { EndedPlace } from '../inbox/ended-order.ts'

/** How far one direction of the audit has come; `at`: the next run goes on behind it. Times are epoch ms. */
export type AuditRound<Place> = {
  /** What ended (or was created) before this was not looked at in this round. */
  from: number
  at: Place
  /** It came to its end, at `at`: the next one begins anew. */
  complete: boolean
}

/** What the audit remembers from one run to the next. */
export type AuditProgress = {
  writeId: string
  /** Returns that were created before are not looked for: the bridge was not there yet, and its user may have had other work. */
  since: number
  events?: AuditRound<EndedPlace>
  returns?: AuditRound<number>
}

export type AuditStore = ItemStore<AuditProgress>
