import type { Chance } from '../random.ts'
import type { Timeline } from '../timeline.ts'
import type { Weather } from './weather.ts'

const minute = 60_000

/** How far clocks may be wrong. The numbers of the simulation stand here alone. */
export const clockNumbers = {
  /** Each machine's clock differs from the true time by at most this: so two differ by less than is assumed (docs/reliability.md). */
  assumedSkewMs: 249,
  /** Beyond the assumption (`--beyond clocks`): this far, and by a step of as much in the middle of the work, until the weather clears. */
  brokenSkewMs: minute,
  /** So many machines have such a clock. */
  brokenShare: 0.5,
  /** A clock that is off by more than this cannot go unnoticed: whole seconds, half the assumption, and slow answers of the table. */
  noticedMs: 3_500,
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

type Needs = { timeline: Timeline; chance: Chance; weather: Pick<Weather, 'isClear'> }

/** In some schedules each machine has a clock of its own. `isBroken`: some are worse than is assumed. */
export function createClocks({ timeline, chance, weather }: Needs, { isBroken }: { isBroken: boolean }): Clocks {
  const { assumedSkewMs, brokenSkewMs, brokenShare, share } = clockNumbers
  const mostMs = isBroken || chance.hits(share) ? assumedSkewMs : 0
  const skew = (most: number) => (most === 0 ? 0 : chance.between(-most, most))
  return {
    mostApartMs: 2 * (isBroken ? brokenSkewMs : mostMs),
    create() {
      const assumed = skew(mostMs)
      if (!isBroken || !chance.hits(brokenShare)) {
        const at = (trueMs: number) => trueMs + assumed
        return { at, now: () => at(timeline.now()) }
      }
      const [first, later] = [skew(brokenSkewMs), skew(brokenSkewMs)]
      const stepAt = timeline.now() + (chance.hits(0.5) ? chance.between(1, 30 * minute) : Number.POSITIVE_INFINITY)
      const offset = () => (weather.isClear() ? assumed : timeline.now() < stepAt ? first : later)
      const at = (trueMs: number) => trueMs + offset()
      return { at, now: () => at(timeline.now()) }
    },
  }
}
