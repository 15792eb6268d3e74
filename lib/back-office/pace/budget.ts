import { maxSkewMs } from '../../clock.ts'

/** What a call costs of its budget: of a minute for the API user, of a day for the system (docs/back-office.md 3.1). */

export type Budget = 'reads' | 'writes'
export const budgets = ['reads', 'writes'] as const
export const budgetOf = (method: 'GET' | 'POST'): Budget => (method === 'GET' ? 'reads' : 'writes')
/** Begun: part of it is known or written. Form: from any visitor. Replay: one of many started over. Live: the rest. */
export type PaceClass = 'begun' | 'live' | 'form' | 'replay'

/** The calls of the next steps. `queued`: it has waited already. `form`: its source. `patienceMs`: the longest wait. */
export type Need = Record<Budget, number> & {
  class: PaceClass
  queued?: boolean
  form?: string
  patienceMs?: number
  skuReads?: number
}

/** Measured milliseconds: from the first read to the first write, and from a write sent to the next one. */
export type Estimate = { leadMs?: number; gapMs?: number }
export type TimedNeed = Need & Estimate
/** Absent: no limit, or not known yet. */
export type Limits = { [Name in `${Budget}Per${'Minute' | 'Day'}`]?: number | undefined }
/** A call may go out this much after it is due. Later it needs a new reservation, whatever that wastes. */
export const lateMs: Record<Budget, number> = { reads: 8_000, writes: 500 }
/** Assumption: two calls are counted closer together than they were sent by at most this much. */
const transitMs = 500
export const minuteMs = 60_000
/** So many calls may be due at the same moment. Each beyond the first costs one call a minute of the rate. */
export const burst: Record<Budget, number> = { reads: 5, writes: 1 }
/** The largest reservation: a larger need is met by several. Of more writes than the burst each is due one call's cost after the other. */
export const largest: Record<Budget, number> = { reads: 5, writes: 2 }
/** A second write that would be due later than this after the first gets its own reservation when it is needed. */
const longestPairMs = 10_000
export const perMinute = { reads: 'readsPerMinute', writes: 'writesPerMinute' } as const
export const perDay = { reads: 'readsPerDay', writes: 'writesPerDay' } as const
const burstOf = (budget: Budget, limit: number) => Math.min(burst[budget], limit)

/** How much of a burst these calls leave. */
export function spareOf(limits: Limits, budget: Budget, calls: number): number {
  const limit = limits[perMinute[budget]]
  return limit === undefined ? 0 : Math.max(0, burstOf(budget, limit) - calls)
}

/**
 * Milliseconds that one call costs; 0 without a limit. Calls that the back office counts within a minute were due within a minute plus
 * the allowed lateness, transit and the difference of two clocks. At this cost no such span holds more calls than the limit: a burst at
 * its start, and after it one for each further cost. Rounded up, so the clock's milliseconds keep that true.
 */
export function costMs(limits: Limits, budget: Budget): number {
  const limit = limits[perMinute[budget]]
  if (limit === undefined) return 0
  return Math.ceil((minuteMs + lateMs[budget] + transitMs + maxSkewMs) / (limit - burstOf(budget, limit) + 1))
}

export function clamped(need: TimedNeed, limits: Limits): TimedNeed {
  const reads = Math.min(need.reads, largest.reads, limits.readsPerMinute ?? largest.reads)
  return { ...need, reads, writes: Math.min(need.writes, mostWrites(need, costMs(limits, 'writes'))) }
}

/** Writes that would miss their slots, or that the run would not wait for, are reserved only when they are ready. */
function mostWrites({ reads, leadMs, gapMs = 0, patienceMs = longestPairMs }: TimedNeed, everyMs: number): number {
  if (everyMs === 0) return largest.writes
  if (reads > 0 && leadMs === undefined) return 0
  const isFar = everyMs > Math.min(longestPairMs, patienceMs)
  return isFar || gapMs > everyMs + lateMs.writes ? 1 : largest.writes
}

/** What a need takes of the back office's time: the slower one of its budgets. */
export const lengthMs = (limits: Limits, need: Need): number =>
  Math.max(...budgets.map((budget) => need[budget] * costMs(limits, budget)))

/** How long the calls are needed after the beginning: writes come after the reads of the same reservation. */
export const leadOf = (budget: Budget, need: TimedNeed): number =>
  budget === 'writes' && need.reads > 0 && need.writes > 0 ? (need.leadMs ?? 0) : 0
