import type { Shelf } from './shelf.ts'
import type { Store } from './store.ts'

export const shelfNames = ['orders', 'comments', 'contacts', 'images', 'users', 'labels'] as const
const counterNames = ['itemIds', 'amountIds', 'referenceIds', 'addressIds'] as const

type Kept = { id: number }

/** Highest number given so far. Replacing an order removes its lines, but their ids are never given again. */
type Counters = Record<(typeof counterNames)[number], number>

export type Records = Partial<Record<(typeof shelfNames)[number], readonly Kept[]>>

/** The records, and the highest ids that were given to things inside them. */
export type Contents = { records: Records; counters: Counters }

export const shelvesOf = (store: Store): Record<(typeof shelfNames)[number], Shelf<Kept>> => store

export const countersOf = ({ itemIds, amountIds, referenceIds, addressIds }: Store): Counters => ({
  itemIds: itemIds.last(),
  amountIds: amountIds.last(),
  referenceIds: referenceIds.last(),
  addressIds: addressIds.last(),
})

export const allOf = (store: Store): Contents => {
  const shelves = shelvesOf(store)
  const records = Object.fromEntries(shelfNames.map((name) => [name, shelves[name].list()]))
  return { records, counters: countersOf(store) }
}

/** Puts each record. A counter never goes back. */
export const fill = (store: Store, { records, counters }: { records: Records; counters?: Counters }): void => {
  const shelves = shelvesOf(store)
  for (const name of shelfNames) for (const record of records[name] ?? []) shelves[name].put(record)
  if (counters) for (const name of counterNames) store[name].saw(counters[name])
}
