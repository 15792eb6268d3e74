import type { Limits } from './limits.ts'
import type { ApiUser, Comment, Contact, ItemImage, Label, Order } from './records.ts'
import type { SeedName } from './seed/seeds.ts'
import { createStore, type Shelf, type Store } from './store.ts'
import type { Options, Session, World } from './world.ts'

/** What of a world outlives its process: records, ids, tokens and settings; faults and counted calls do not. */
export type Snapshot = {
  version: 1
  seed: SeedName
  options: Options
  limits: Limits
  clockOffsetMs: number
  sessions: [token: string, session: Session][]
  records: {
    orders: readonly Order[]
    comments: readonly Comment[]
    contacts: readonly Contact[]
    labels: readonly Label[]
    images: readonly ItemImage[]
    users: readonly ApiUser[]
  }
  /** Highest number given so far. */
  counters: Record<'itemIds' | 'amountIds' | 'referenceIds' | 'addressIds', number>
}

/** The world as plain data that JSON carries; `put`: of the shelves that grow, only what came since the last one was taken. */
export const takeSnapshot = (world: World, which: 'all' | 'put'): Snapshot => {
  const { seed, options, limits, clockOffsetMs, sessions, store } = world
  return {
    version: 1,
    seed,
    options,
    limits,
    clockOffsetMs,
    sessions: [...sessions],
    records: {
      orders: recordsOf(store.orders, which),
      comments: recordsOf(store.comments, which),
      contacts: recordsOf(store.contacts, which),
      labels: recordsOf(store.labels, which),
      // These change in place, and there are few of them.
      images: store.images.list(),
      users: store.users.list(),
    },
    counters: {
      itemIds: store.itemIds.last(),
      amountIds: store.amountIds.last(),
      referenceIds: store.referenceIds.last(),
      addressIds: store.addressIds.last(),
    },
  }
}

const recordsOf = <T extends { id: number }>(shelf: Shelf<T>, which: 'all' | 'put'): readonly T[] => {
  const put = shelf.takePut()
  return which === 'put' ? put : shelf.list()
}

/** Puts the world where the snapshots left it: a whole one, and the changes after it. */
export const restoreSnapshots = (world: World, snapshots: readonly Snapshot[]): void => {
  const last = snapshots.at(-1)
  if (!last) return
  const { seed, options, limits, clockOffsetMs, sessions } = last
  const store = createStore()
  for (const snapshot of snapshots) fill(store, snapshot)
  Object.assign(world, { seed, options, limits, clockOffsetMs, sessions: new Map(sessions), store })
}

const fill = (store: Store, { records, counters }: Snapshot): void => {
  putAll(store.orders, records.orders)
  putAll(store.comments, records.comments)
  putAll(store.contacts, records.contacts)
  putAll(store.labels, records.labels)
  putAll(store.images, records.images)
  putAll(store.users, records.users)
  store.itemIds.saw(counters.itemIds)
  store.amountIds.saw(counters.amountIds)
  store.referenceIds.saw(counters.referenceIds)
  store.addressIds.saw(counters.addressIds)
}

const putAll = <T extends { id: number }>(shelf: Shelf<T>, records: readonly T[]): void => {
  for (const record of records) shelf.put(record)
}
