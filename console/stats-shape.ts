import type { EventRow } from './event-shapes.ts'

/** `events`: open ones that it holds back. */
export type Paused = { source?: string; since: string; reason: string; events?: number }
/** Held or failed events of one source and reason; `text`: where all say the same. */
export type TroubleGroup = {
  status: string
  source: string
  title?: string
  reason: string
  count: number
  since: string
  newest: string
  text?: string
}
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
  oldestDue?: { id: string; dueSince: string }
  /** Of held and failed events the withdrawals, and the newest. */
  stopped?: EventRow[]
  groups?: TroubleGroup[]
  /** Of as many waiting events as were looked at. */
  waits?: { code: string; text: string; count: number }[]
  /** What is configured, with what people call it. */
  sources?: { source: string; title?: string }[]
  language?: string
  paused?: Paused[]
  login?: LoginView
  /** Sources from which nothing has come for long. */
  silent?: { source: string; says: string }[]
  /** What the daily audit has found and nobody has settled. */
  findings?: number
  /** Receivers of messages that take none. */
  down?: { to: string; says: string }[]
  budgets?: Readonly<Record<string, BudgetView>>
  backlog?: { events: number; atLeast?: boolean; endsAt?: string }
}
