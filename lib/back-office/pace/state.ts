import type { BudgetName } from '../../reasons.ts'
import type { ItemStore } from '../item-store.ts'
import type { Budget, Estimate, Limits } from './budget.ts'
import type { Counts } from './counts.ts'
import type { Day, Days } from './day.ts'
import type { Reservation } from './slots.ts'

export type PaceState = Limits & {
  /** GCRA's theoretical arrival time: when the reserved calls have been earned, epoch ms. In the future: that much is reserved ahead. */
  paidAt: Record<Budget, number>
  /** Absent: the version before wrote the item. */
  days?: Days
  /** The day of the version before, which counts reads and writes as one. It cannot do without, and nothing here counts with it. */
  day: Day
  /** When the slots of the parked events of a lane end, epoch ms. The lanes `shut` and `nextDay` wait for a new day. */
  queueEnd: Record<'live' | 'replay', number> & Partial<Record<'form' | 'shut' | 'nextDay', number>>
  /** What a worker has last measured: a new one has nothing of its own yet. */
  estimate?: Estimate
  /** Until when it counts that answers name no limit, epoch ms. */
  unlimitedUntil?: Partial<Record<Budget, number>>
  /** Until when the call that finds out is waited for, epoch ms. */
  aheadUntil?: Partial<Record<Budget, number>>
  /** What the answers of the last minutes have shown, for people. */
  counts?: Counts
  /** Until when the back office refuses calls, epoch ms: what was reserved before that is void for all workers. */
  closedUntil?: Partial<Record<Budget, number>>
}

export const emptyState: PaceState = {
  paidAt: { reads: 0, writes: 0 },
  days: {},
  day: { used: 0, endsAt: 0 },
  queueEnd: { live: 0, replay: 0 },
}

/** What may happen at `at`: the work begins; it asks again; or it comes back, and the queue remembers its place. */
export type Verdict =
  | { kind: 'reserved'; at: number; reservation: Reservation }
  /** `by`: the budget that lacks calls; `isShare`: a form has had its share of it. */
  | { kind: 'soon'; at: number; by: BudgetName }
  | { kind: 'parked'; at: number; by: BudgetName; isShare?: true }

/** The pace of all workers together. `writeId` is fresh for every write: the condition of the next one. */
export type PaceItem = PaceState & { writeId: string }
/** One item of the state table; what its changes mean is in arithmetic.ts and observed.ts. */
export type PaceStore = ItemStore<PaceItem>
