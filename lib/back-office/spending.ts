import type { Pace } from './pace.ts'
import type { Budget, Need } from './pace-arithmetic.ts'
import type { Run } from './types.ts'

/** The calls that one run may send. Throws what `Pace` throws. */
export type Spending = {
  /** Takes one call from the run's reservation, or makes one first: waits until it may go out. */
  spend(budget: Budget): Promise<void>
  /** Makes sure that the writes to come need not wait: called before a write is recorded as about to be sent. */
  hold(budget: Budget): Promise<void>
}

type Held = { calls: number; validUntil: number }

const free: Spending = { spend: async () => {}, hold: async () => {} }
/** Whoever does not say works for a person who waits for the answer. */
const aPerson: Need = { class: 'begun', reads: 0, writes: 0 }

export function createSpending(options: { pace: Pace | undefined; run: Run; now: () => number }): Spending {
  const { pace, run, now } = options
  if (!pace) return free
  const held: Record<Budget, Held> = {
    reads: { calls: 0, validUntil: 0 },
    writes: { calls: 0, validUntil: 0 },
  }
  const isHeld = (budget: Budget) =>
    held[budget].calls > 0 && now() <= held[budget].validUntil && !pace.isClosed(budget)

  /** A read announces the writes to come, so that the run waits once; a write needs no further reads. */
  function needOf(budget: Budget): Need {
    const announced = run.pace ?? aPerson
    const calls = Math.max(1, announced[budget])
    if (budget === 'writes') return { ...announced, reads: 0, writes: calls }
    return { ...announced, reads: calls, writes: isHeld('writes') ? 0 : announced.writes }
  }

  /** False: nothing limits these calls. */
  async function hold(budget: Budget): Promise<boolean> {
    if (isHeld(budget)) return true
    const need = needOf(budget)
    if (!(await pace?.isPaced(need))) return false
    const reserved = await pace?.reserve(need, run)
    for (const one of ['reads', 'writes'] as const) {
      if (reserved && need[one] > 0) held[one] = { calls: reserved[one], validUntil: reserved.validUntil }
    }
    return true
  }

  return {
    async spend(budget) {
      if (await hold(budget)) held[budget].calls -= 1
    },
    async hold(budget) {
      await hold(budget)
    },
  }
}
