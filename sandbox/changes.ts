import type { Limits } from './limits.ts'
import type { Shelf, Store } from './store.ts'
import type { Options, World } from './world.ts'

const shelfNames = ['orders', 'comments', 'contacts', 'images', 'users', 'labels'] as const
const counterNames = ['itemIds', 'amountIds', 'referenceIds', 'addressIds'] as const

type Kept = { id: number }

/** Whatever is kept besides records: sessions, faults and counted calls end with their process. */
export type Settings = {
  options: Options
  limits: Limits
  clockOffsetMs: number
  /** Highest number given so far: a replaced order takes its lines with it, but not their ids. */
  counters: Record<(typeof counterNames)[number], number>
}

/** What one line of a journal says: each record as it is after the change, and the settings where they are others than before. */
export type Changes = { records: Partial<Record<(typeof shelfNames)[number], Kept[]>>; settings?: Settings }

const shelvesOf = (store: Store): Record<(typeof shelfNames)[number], Shelf<Kept>> => store

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
  counters: {
    itemIds: store.itemIds.last(),
    amountIds: store.amountIds.last(),
    referenceIds: store.referenceIds.last(),
    addressIds: store.addressIds.last(),
  },
})

export const applyChanges = (world: World, { records, settings }: Changes): void => {
  const shelves = shelvesOf(world.store)
  for (const name of shelfNames) for (const record of records[name] ?? []) shelves[name].put(record)
  if (!settings) return
  const { counters, ...rest } = settings
  for (const name of counterNames) world.store[name].saw(counters[name])
  Object.assign(world, rest)
}
