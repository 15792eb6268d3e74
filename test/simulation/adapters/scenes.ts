import { createChance } from '../random.ts'
import { playDays } from './days.ts'
import { playEvents } from './events.ts'
import { playLabels } from './labels.ts'
import { playLists } from './lists.ts'
import { playRecords } from './records.ts'
import { playShared } from './shared.ts'
import { type AdapterWorld, createAdapterWorld } from './world.ts'

const scenes: readonly (readonly [string, (world: AdapterWorld) => Promise<void>])[] = Object.entries({
  ...{ labels: playLabels, lists: playLists, records: playRecords },
  ...{ days: playDays, events: playEvents, shared: playShared },
})

/** Plays one scene of the tables' adapters alone, each schedule another one, with dice of its own. */
export async function judgeAdapters(seed: number): Promise<string[]> {
  const [name, play] = scenes[seed % scenes.length] ?? []
  const world = createAdapterWorld(createChance(seed + 2 ** 23))
  try {
    await play?.(world)
  } catch (error) {
    world.wrong.push(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
  }
  return [...new Set(world.wrong)].map((what) => `wrong table: ${name}: ${what}`)
}
