import type { Chance } from '../random.ts'
import type { Timeline } from '../timeline.ts'
import type { Deployment, Version } from '../versions/deployment.ts'
import type { Clock, Clocks } from '../weather/clocks.ts'
import { around } from '../weather/lateness.ts'
import type { Outages } from '../weather/outages.ts'
import type { Weather } from '../weather/weather.ts'
import type { Places } from './places.ts'

/** What every part of a simulated world shares. */
export type Nature = {
  timeline: Timeline
  chance: Chance
  weather: Weather
  outages: Outages
  clocks: Clocks
  deployment: Deployment
  places: Places
  /** A line of the story. `words` is called only where the story is kept. */
  tell: (actor: string, words: () => string) => void
}

/**
 * One instance of a function. It can die at any await, stand still for a while, and is frozen between two invocations. What it has
 * sent goes its way without it.
 */
export type Machine = {
  name: string
  /** Its own, which can be wrong. */
  clock: Clock
  version: Version
  isAlive(): boolean
  /** Resolves after that time, unless the machine is dead by then; late, where it stood still. */
  pass(ms: number): Promise<void>
  /** Runs after that time under the same conditions. */
  after(ms: number, run: () => void): { cancel(): void }
  kill(why: string): void
  freeze(): void
  thaw(): void
  onDeath(hear: () => void): void
}

/** The window of a send, the timeout of a request, the settling time, the lease. */
const limitsMs = [5_000, 10_000, 60_000, 150_000]
const stallMs = (chance: Chance) => (chance.hits(0.5) ? chance.between(1_000, 20_000) : chance.between(20_000, 300_000))

export function createMachine(nature: Nature, name: string): Machine {
  const { timeline, chance, weather, tell } = nature
  let alive = true
  let frozen: (() => void)[] | undefined
  let standsStillUntil = 0
  let mourner: (() => void) | undefined

  function kill(why: string): void {
    if (!alive) return
    alive = false
    tell(name, () => `dies: ${why}`)
    mourner?.()
  }

  /** True where the machine cannot go on right now; `again` runs when it can. */
  function isHeldUp(again: () => void): boolean {
    if (!alive) return true
    if (frozen) {
      frozen.push(again)
      return true
    }
    if (timeline.now() < standsStillUntil) {
      timeline.at(standsStillUntil, again)
      return true
    }
    if (weather.strikes('function killed')) {
      kill('KILLED')
      return true
    }
    if (weather.strikes('function stalled')) {
      const isAtLimit = chance.hits(0.4)
      if (isAtLimit) nature.places.reach('stalled up to a limit')
      const ms = isAtLimit ? around(chance, chance.pick(limitsMs)) : stallMs(chance)
      standsStillUntil = timeline.now() + ms
      tell(name, () => `STANDS STILL for ${ms} ms`)
      timeline.at(standsStillUntil, again)
      return true
    }
    return false
  }

  function after(ms: number, run: () => void): { cancel(): void } {
    let cancelled = false
    const fire = () => {
      if (!cancelled && !isHeldUp(fire)) run()
    }
    const moment = timeline.after(ms, fire)
    return {
      cancel: () => {
        cancelled = true
        moment.cancel()
      },
    }
  }

  return {
    name,
    clock: nature.clocks.create(),
    version: nature.deployment(),
    isAlive: () => alive,
    after,
    pass: (ms) => new Promise((resolve) => after(ms, resolve)),
    kill,
    freeze: () => {
      frozen ??= []
    },
    thaw: () => {
      const waiting = frozen ?? []
      frozen = undefined
      for (const again of waiting) timeline.after(0, again)
    },
    onDeath: (hear) => {
      mourner = hear
    },
  }
}
