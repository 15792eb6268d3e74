/** Chance from a seed alone: the same seed gives the same schedule on every machine. */
export type Chance = {
  /** 0 to below 1. */
  next(): number
  /** A whole number from `from` up to and with `to`. */
  between(from: number, to: number): number
  /** True with this probability. */
  hits(probability: number): boolean
  pick<T>(choices: readonly T[]): T
  /** A source of its own, so that more draws here change nothing there. */
  fork(): Chance
}

/** sfc32 (PractRand's small fast counter), seeded by splitmix32. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0
  const split = () => {
    state = (state + 0x9e3779b9) >>> 0
    let z = state
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad)
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97)
    return (z ^ (z >>> 15)) >>> 0
  }
  let [a, b, c, counter] = [split(), split(), split(), 1]
  const bits = () => {
    const sum = (a + b + counter) >>> 0
    counter = (counter + 1) >>> 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) >>> 0
    c = (((c << 21) | (c >>> 11)) + sum) >>> 0
    return sum
  }
  for (let warm = 0; warm < 12; warm += 1) bits()
  const next = () => bits() / 0x1_0000_0000
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    between,
    hits: (probability) => next() < probability,
    pick: <T>(choices: readonly T[]): T => {
      const chosen = choices[between(0, choices.length - 1)]
      if (chosen === undefined) throw new RangeError('there is nothing to pick from')
      return chosen
    },
    fork: () => createChance(bits()),
  }
}
