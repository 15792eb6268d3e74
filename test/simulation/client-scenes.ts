import { playAnswers } from './client-answers.ts'
import { playClock } from './client-clock.ts'
import { playCrowd } from './client-crowd.ts'
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
/** The first ones have the most branches: they come twice as often. */
const often = { login: playLogin, answers: playAnswers, lists: playLists }
const seldom = {
  ...{ clock: playClock, secrets: playSecrets, slots: playSlots, day: playDay, learning: playLearning },
  ...{ refusal: playRefusal, limits: playLimits, crowd: playCrowd },
}
const scenes: readonly (readonly [string, Scene])[] = [often, seldom, often].flatMap((some) => Object.entries(some))
const playedOfEach = 2

/** Plays two scenes of the client alone: each schedule others. They have dice of their own. */
export async function judgeClient(seed: number): Promise<string[]> {
  const wrong: string[] = []
  for (let turn = 0; turn < playedOfEach; turn += 1) {
    const [name, play] = scenes[(playedOfEach * seed + turn) % scenes.length] ?? []
    const world = createClientWorld(createChance(playedOfEach * seed + turn + 2 ** 27))
    try {
      await play?.(world)
    } catch (error) {
      world.wrong.push(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
    }
    wrong.push(...[...new Set(world.wrong)].map((what) => `wrong client: ${name}: ${what}`))
  }
  return wrong
}
