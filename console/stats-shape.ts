import type { EventRow } from './event-shapes.ts'

export type Paused = { source?: string; since: string; reason: string }
export type LoginView = { state: string; says: string }
export type BudgetView = { limit?: number; used: number; others?: number; until?: string; usedUp?: boolean }

/** What `stats` answers, as far as pages show it. What only newer operators answer is optional. */
export type Stats = {
  open: number
  ready: number
  running: number
  waiting: number
  held: number
  failed: number
  atLeast?: string[]
  oldestDue?: { id: string; dueSince: string; lateSeconds: number }
  /** Of held and failed events the withdrawals, and the newest. */
  stopped?: EventRow[]
  language?: string
  paused?: Paused[]
  login?: LoginView
  /** Sources from which nothing has come for long. */
  silent?: { source: string; says: string }[]
  /** What the daily audit has found and nobody has settled. */
  findings?: number
  budgets?: Readonly<Record<string, BudgetView>>
  backlog?: { events: number; atLeast?: boolean; endsAt?: string }
}
