import { type Contents, countersOf, fill, type Records } from './contents.ts'
import type { Limits } from './limits.ts'
import type { Options, World } from './world.ts'

/** Whatever is kept besides records: sessions, faults and counted calls end with their process. */
export type Settings = { options: Options; limits: Limits; clockOffsetMs: number; counters: Contents['counters'] }

/** What one line of a journal says: each record as it is after the change, and the settings where they are others than before. */
export type Changes = { records: Records; settings?: Settings }

export const settingsOf = ({ options, limits, clockOffsetMs, store }: World): Settings => ({
  options,
  limits,
  clockOffsetMs,
  counters: countersOf(store),
})

export const applyChanges = (world: World, { records, settings }: Changes): void => {
  fill(world.store, { records, ...(settings && { counters: settings.counters }) })
  if (!settings) return
  const { counters: _, ...rest } = settings
  Object.assign(world, rest)
}
