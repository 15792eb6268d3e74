import { type Contents, countersOf, fill, type Records, shelfNames, shelvesOf } from './contents.ts'
import type { Limits } from './limits.ts'
import type { Store } from './store.ts'
import type { Options, World } from './world.ts'

/** What is kept besides the records. Sessions, faults and counted calls are not kept: they end with their process. */
export type Settings = { options: Options; limits: Limits; clockOffsetMs: number; counters: Contents['counters'] }

/** One line of a journal: each changed record as it is now, and the settings if they have changed. */
export type Changes = { records: Records; settings?: Settings }

export const changedRecords = (store: Store): Changes['records'] => {
  const shelves = shelvesOf(store)
  const changed = shelfNames.map((name) => [name, shelves[name].changed()] as const)
  return Object.fromEntries(changed.filter(([, records]) => records.length > 0))
}

export const forgetChanges = (store: Store): void => {
  const shelves = shelvesOf(store)
  for (const name of shelfNames) shelves[name].forgetChanges()
}

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
