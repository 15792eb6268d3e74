import type { Grant, Pace } from './pace.ts'
import type { Budget, Need } from './pace-arithmetic.ts'
import type { Run } from './types.ts'

/** The calls that one run may send. Throws what `Pace` throws. */
export type Spending = {
  /** Takes one call from the run's reservation, or makes one first: waits until it may go out. */
  spend(budget: Budget): Promise<void>
  /** Makes sure that the writes to come need not wait: called before a write is recorded as about to be sent. */
  hold(budget: Budget): Promise<void>
}

const free: Spending = { spend: async () => {}, hold: async () => {} }
/** Whoever does not say works for a person who waits for the answer. */
const aPerson: Need = { class: 'begun', reads: 0, writes: 0 }
const none = { calls: 0, from: 0, until: 0 }

export function createSpending(options: { pace: Pace | undefined; run: Run; now: () => number }): Spending {
  const { pace, run, now } = options
  if (!pace) return free
  const held: Record<Budget, Grant> = { reads: none, writes: none }
  const isHeld = (budget: Budget) =>
    held[budget].calls > 0 && Math.max(now(), pace.closedUntil(budget)) <= held[budget].until

  /** A read announces the writes to come, so that the run waits once; a write needs no further reads. */
  function needOf(budget: Budget): Need {
    const announced = run.pace ?? aPerson
    const calls = Math.max(1, announced[budget])
    if (budget === 'writes') return { ...announced, reads: 0, writes: calls }
    return { ...announced, reads: calls, writes: isHeld('writes') ? 0 : announced.writes }
  }

  /** False: nothing limits these calls. */
  async function hold(budget: Budget): Promise<boolean> {
    while (!isHeld(budget)) {
      const need = needOf(budget)
      if (!(await pace?.isPaced(need, budget))) return false
      const reserved = await pace?.reserve(need, run)
      for (const one of ['reads', 'writes'] as const) {
        if (reserved && need[one] > 0) held[one] = reserved[one]
      }
    }
    await pace?.waitUntil(Math.max(held[budget].from, pace.closedUntil(budget)))
    return true
  }

  return {
    async spend(budget) {
      if (!(await hold(budget))) return
      held[budget] = { ...held[budget], calls: held[budget].calls - 1 }
    },
    async hold(budget) {
      await hold(budget)
    },
  }
}
