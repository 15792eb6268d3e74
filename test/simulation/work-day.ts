import { type Chance, createChance } from './random.ts'
import { refusedWork } from './work-refusals.ts'
import { severalWork } from './work-several.ts'
import { createWork, type Work } from './work-world.ts'

const scenes: readonly ((work: Work, chance: Chance) => Promise<void>)[] = [severalWork, refusedWork].flatMap((some) =>
  Object.values(some),
)

/** Beside each schedule one scene of a small bridge without weather: what its events must come to is known exactly. */
export async function workDay(seed: number): Promise<string[]> {
  if (seed % 2 === 1) return []
  const chance = createChance(seed + 2 ** 25)
  const scene = scenes[(seed / 2) % scenes.length]
  const work = createWork(chance)
  try {
    await scene?.(work, chance)
  } catch (error) {
    work.wrong.push(`a bug flew: ${error instanceof Error ? error.stack : error}`)
  }
  return [...new Set(work.wrong)].map((what) => `wrong work: ${scene?.name}: ${what}`)
}
