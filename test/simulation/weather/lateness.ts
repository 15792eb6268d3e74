import type { Chance } from '../random.ts'

/** A time from 0 up to and with its limit, whole milliseconds: often at an end of it, where a mistake of one shows. */
export function upTo(chance: Chance, limitMs: number): number {
  const draw = chance.next()
  if (draw < 0.1) return 0
  if (draw < 0.2) return Math.min(limitMs, chance.between(1, 20))
  if (draw < 0.35) return limitMs - 1
  if (draw < 0.5) return limitMs
  return chance.between(0, limitMs)
}

/** Around a limit: what began a few moments ago is over a little before or after it. */
export const around = (chance: Chance, limitMs: number): number => limitMs + chance.between(-60, 20)
