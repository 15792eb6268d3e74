import { createChance } from '../random.ts'
import { playAnswers } from './answers.ts'
import { playClock } from './clock.ts'
import { playCrowd } from './crowd.ts'
import { playDay } from './day.ts'
import { playLearning, playRefusal } from './learning.ts'
import { playLimits } from './limits.ts'
import { playLists } from './lists.ts'
import { playLogin } from './login.ts'
import { playSecrets } from './secrets.ts'
import { playSlots } from './slots.ts'
import { type ClientWorld, createClientWorld } from './world.ts'

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
