import type { Chance } from './random.ts'
import type { Timeline } from './timeline.ts'

const minute = 60_000

/** How far clocks may be wrong. The numbers of the simulation stand here alone. */
export const clockNumbers = {
  /** Each machine's clock differs from the true time by at most this: so two differ by less than is assumed (docs/reliability.md). */
  assumedSkewMs: 249,
  /** Beyond the assumption (`--beyond clocks`): this far, and by a step of as much in the middle of the work. */
  brokenSkewMs: minute,
  /** In so many of all schedules clocks differ. */
  share: 0.5,
} as const

/** The clock of one machine. */
export type Clock = {
  now(): number
  /** What it shows at that true time. */
  at(trueMs: number): number
}

export type Clocks = {
  create(): Clock
  /** Two clocks differ by no more than this; 0 where all are true. */
  mostApartMs: number
}

/** In some schedules each machine has a clock of its own. `isBroken`: worse than is assumed. */
export function createClocks(
  { timeline, chance }: { timeline: Timeline; chance: Chance },
  { isBroken }: { isBroken: boolean },
): Clocks {
  const { assumedSkewMs, brokenSkewMs, share } = clockNumbers
  const mostMs = isBroken ? brokenSkewMs : chance.hits(share) ? assumedSkewMs : 0
  const skew = () => (mostMs === 0 ? 0 : chance.between(-mostMs, mostMs))
  return {
    mostApartMs: 2 * mostMs,
    create() {
      const first = skew()
      const stepAt = isBroken && chance.hits(0.5) ? timeline.now() + chance.between(1, 30 * minute) : undefined
      const later = stepAt === undefined ? first : skew()
      const at = (trueMs: number) => trueMs + (stepAt !== undefined && trueMs >= stepAt ? later : first)
      return { at, now: () => at(timeline.now()) }
    },
  }
}
