import type { Run } from '../types.ts'
import { type Budget, budgets, type Estimate, type Need } from './budget.ts'
import type { Pace } from './pace.ts'
import { afterCall, leftOf, noSlots, parked, type Reservation } from './slots.ts'

export type Spending = {
  /** Spends one call once it may go out; reserves where none is left, and nothing due after `latestMs`, epoch ms. */
  spend(budget: Budget, latestMs?: number): Promise<void>
  /** Waits until the next call need not wait: called before a write is recorded as about to be sent. */
  reserve(budget: Budget): Promise<void>
  /** Whether a call could go out within so many milliseconds, or right now, without a request to the tables. */
  isReady(budget: Budget, withinMs?: number): boolean
}

const free: Spending = { spend: async () => {}, reserve: async () => {}, isReady: () => true }
/** A run that does not say what it needs works for a person who waits for the answer. */
const aPerson: Need = { class: 'begun', reads: 0, writes: 0 }
/** `hasNoSkus`: whether lines are known to carry none. */
type Options = { pace: Pace | undefined; run: Run; now: () => number; hasNoSkus?: () => boolean }

export function createSpending({ pace, run, now, hasNoSkus }: Options): Spending {
  const { patienceMs = Number.POSITIVE_INFINITY } = run
  if (!pace) return free
  const reserved: Reservation = { reads: noSlots, writes: noSlots }
  const isFree: Record<Budget, boolean> = { reads: false, writes: false }
  const watch = stopwatch(pace, now)

  /** Whether there is a slot left whose time has not passed. */
  function isReserved(budget: Budget): boolean {
    reserved[budget] = leftOf(reserved[budget], budget, Math.max(now(), pace?.closedUntil(budget) ?? 0))
    return reserved[budget].calls > 0
  }

  const startOf = (budget: Budget) => Math.max(reserved[budget].from, pace?.closedUntil(budget) ?? 0)

  /** A read reserves the writes that follow as well, so that the run waits once; a write needs no further reads. */
  function needOf(budget: Budget): Need {
    const { skuReads = 0, ...needed } = run.pace ?? aPerson
    const reads = needed.reads + (hasNoSkus?.() ? skuReads : 0)
    const announced = { ...needed, reads, patienceMs: run.patienceMs ?? needed.patienceMs }
    const calls = Math.max(1, announced[budget])
    if (budget === 'writes') return { ...announced, reads: 0, writes: calls }
    return { ...announced, reads: calls, writes: isReserved('writes') ? 0 : announced.writes }
  }

  /** True: a call may go out right now. False: nothing limits these calls. */
  async function reserve(budget: Budget, latestMs?: number): Promise<boolean> {
    for (;;) {
      // Again after each wait: it may have been too long.
      if (!isReserved(budget)) {
        const need = needOf(budget)
        isFree[budget] = !(await pace?.isPaced(need, budget, run))
        if (isFree[budget]) return false
        const reservation = await pace?.reserve(need, { deadlineMs: run.deadlineMs, latestMs })
        for (const one of budgets) if (reservation && need[one] > 0) reserved[one] = reservation[one]
        if (reservation) watch.reserved(need, reservation)
        continue
      }
      const from = startOf(budget)
      if (from <= now()) return true
      // A refusal that came since closes the budget for longer than was reserved.
      if (pace && from - now() > patienceMs) throw parked(from, { code: 'limit_used_up', ...pace.facts(budget) })
      await pace?.waitUntil(from)
    }
  }

  return {
    async spend(budget, latestMs) {
      if (!(await reserve(budget, latestMs))) return
      reserved[budget] = afterCall(reserved[budget], now())
      if (budget === 'writes') watch.sent()
    },
    async reserve(budget) {
      if (budget === 'writes') watch.ready()
      await reserve(budget)
    },
    isReady: (budget, withinMs = 0) => isFree[budget] || (isReserved(budget) && startOf(budget) <= now() + withinMs),
  }
}

/** Measures how long it takes until a write is ready, for the next reservations. */
function stopwatch(pace: Pace, now: () => number) {
  let since: { what: keyof Estimate; at: number } | undefined
  return {
    reserved({ reads }: Need, reservation: Reservation): void {
      if (reads > 0 && since?.what !== 'leadMs') since = { what: 'leadMs', at: reservation.reads.from }
    },
    ready(): void {
      if (since) pace.measured(since.what, now() - since.at)
      since = undefined
    },
    sent(): void {
      since = { what: 'gapMs', at: now() }
    },
  }
}
