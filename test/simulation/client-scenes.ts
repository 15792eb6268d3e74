import { playAnswers } from './client-answers.ts'
import { playClock } from './client-clock.ts'
import { playDay } from './client-day.ts'
import { playLearning, playRefusal } from './client-learning.ts'
import { playLimits } from './client-limits.ts'
import { playLists } from './client-lists.ts'
import { playLogin } from './client-login.ts'
import { playSecrets } from './client-secrets.ts'
import { playSlots } from './client-slots.ts'
import { type ClientWorld, createClientWorld } from './client-world.ts'
import { createChance } from './random.ts'

type Scene = (world: ClientWorld) => Promise<void>
const scenes: Readonly<Record<string, Scene>> = {
  login: playLogin,
  answers: playAnswers,
  lists: playLists,
  clock: playClock,
  secrets: playSecrets,
  slots: playSlots,
  day: playDay,
  learning: playLearning,
  refusal: playRefusal,
  limits: playLimits,
}

const playedOfEach = 2

/** Plays two scenes of the client alone: each schedule others. They have dice of their own. */
export async function judgeClient(seed: number): Promise<string[]> {
  const names = Object.keys(scenes)
  const wrong: string[] = []
  for (let turn = 0; turn < playedOfEach; turn += 1) {
    const name = names[(playedOfEach * seed + turn) % names.length] ?? ''
    const world = createClientWorld(createChance(playedOfEach * seed + turn + 2 ** 27))
    try {
      await scenes[name]?.(world)
    } catch (error) {
      world.wrong.push(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
    }
    wrong.push(...[...new Set(world.wrong)].map((what) => `wrong client: ${name}: ${what}`))
  }
  return wrong
}
