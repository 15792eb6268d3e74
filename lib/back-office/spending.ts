import type { Pace } from './pace.ts'
import { type Budget, budgets, type Guess, type Need } from './pace-budget.ts'
import { afterCall, leftOf, noGrant, type Reservation } from './pace-grant.ts'
import type { Run } from './types.ts'

/** The calls that one run may send. Throws what `Pace` throws. */
export type Spending = {
  /**
   * Takes one call from the run's reservation, or makes one first: waits until it may go out, which is at once then. Not after
   * `latestMs`, epoch ms: nothing is reserved that comes later.
   */
  spend(budget: Budget, latestMs?: number): Promise<void>
  /** Makes sure that the writes to come need not wait: called before a write is recorded as about to be sent. */
  hold(budget: Budget): Promise<void>
  /** Whether a call could go out right now, without waiting and without a request to the tables. */
  isHeld(budget: Budget): boolean
}

const free: Spending = { spend: async () => {}, hold: async () => {}, isHeld: () => true }
/** Whoever does not say works for a person who waits for the answer. */
const aPerson: Need = { class: 'begun', reads: 0, writes: 0 }

export function createSpending(options: { pace: Pace | undefined; run: Run; now: () => number }): Spending {
  const { pace, run, now } = options
  if (!pace) return free
  const held: Reservation = { reads: noGrant, writes: noGrant }
  const isFree: Record<Budget, boolean> = { reads: false, writes: false }
  const watch = stopwatch(pace, now)

  /** Whether there is a call left whose time has not passed. */
  function isHeld(budget: Budget): boolean {
    held[budget] = leftOf(held[budget], budget, Math.max(now(), pace?.closedUntil(budget) ?? 0))
    return held[budget].calls > 0
  }

  /** A read announces the writes to come, so that the run waits once; a write needs no further reads. */
  function needOf(budget: Budget): Need {
    const announced = run.pace ?? aPerson
    const calls = Math.max(1, announced[budget])
    if (budget === 'writes') return { ...announced, reads: 0, writes: calls }
    return { ...announced, reads: calls, writes: isHeld('writes') ? 0 : announced.writes }
  }

  /** True: a call may go out right now. False: nothing limits these calls. */
  async function hold(budget: Budget, latestMs?: number): Promise<boolean> {
    for (;;) {
      // After each wait anew: whoever waited may have waited too long.
      if (!isHeld(budget)) {
        const need = needOf(budget)
        isFree[budget] = !(await pace?.isPaced(need, budget, run))
        if (isFree[budget]) return false
        const reserved = await pace?.reserve(need, { deadlineMs: run.deadlineMs, latestMs })
        for (const one of budgets) if (reserved && need[one] > 0) held[one] = reserved[one]
        if (reserved) watch.reserved(need, reserved)
        continue
      }
      const from = Math.max(held[budget].from, pace?.closedUntil(budget) ?? 0)
      if (from <= now()) return true
      await pace?.waitUntil(from)
    }
  }

  return {
    async spend(budget, latestMs) {
      if (!(await hold(budget, latestMs))) return
      held[budget] = afterCall(held[budget], now())
      if (budget === 'writes') watch.sent()
    },
    async hold(budget) {
      if (budget === 'writes') watch.ready()
      await hold(budget)
    },
    isHeld: (budget) =>
      isFree[budget] || (isHeld(budget) && Math.max(held[budget].from, pace?.closedUntil(budget) ?? 0) <= now()),
  }
}

/** Learns how long writes let wait for themselves, for the reservations to come. */
function stopwatch(pace: Pace, now: () => number) {
  let since: { what: keyof Guess; at: number } | undefined
  return {
    reserved({ reads }: Need, calls: Reservation): void {
      if (reads > 0 && since?.what !== 'leadMs') since = { what: 'leadMs', at: calls.reads.from }
    },
    ready(): void {
      if (since) pace.took(since.what, now() - since.at)
      since = undefined
    },
    sent(): void {
      since = { what: 'gapMs', at: now() }
    },
  }
}
