import { type Contents, countersOf, fill, type Records } from './contents.ts'
import type { Limits } from './limits.ts'
import type { Options, World } from './world.ts'

/** What is kept besides the records. Sessions, faults and counted calls are not kept: they end with their process. */
export type Settings = { options: Options; limits: Limits; clockOffsetMs: number; counters: Contents['counters'] }

/** One line of a journal: each changed record as it is now, and the settings if they have changed. */
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
  const { counters: _, options, ...rest } = settings
  // An earlier sandbox did not know all of them.
  Object.assign(world, rest, { options: { ...world.options, ...options } })
}
