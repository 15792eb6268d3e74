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
    images: readonly ItemImage[]
    users: readonly ApiUser[]
    labels: readonly Label[]
  }
  /** Highest number given so far. */
  counters: Record<'itemIds' | 'amountIds' | 'referenceIds' | 'addressIds', number>
}

/** The world as plain data that JSON carries. */
export const takeSnapshot = ({ seed, options, limits, clockOffsetMs, sessions, store }: World): Snapshot => ({
  version: 1,
  seed,
  options,
  limits,
  clockOffsetMs,
  sessions: [...sessions],
  records: {
    orders: store.orders.list(),
    comments: store.comments.list(),
    contacts: store.contacts.list(),
    images: store.images.list(),
    users: store.users.list(),
    labels: store.labels.list(),
  },
  counters: {
    itemIds: store.itemIds.last(),
    amountIds: store.amountIds.last(),
    referenceIds: store.referenceIds.last(),
    addressIds: store.addressIds.last(),
  },
})

const fill = <T extends { id: number }>(shelf: Shelf<T>, records: readonly T[]): void => {
  for (const record of records) shelf.put(record)
}

const storeOf = ({ records, counters }: Snapshot): Store => {
  const store = createStore()
  fill(store.orders, records.orders)
  fill(store.comments, records.comments)
  fill(store.contacts, records.contacts)
  fill(store.images, records.images)
  fill(store.users, records.users)
  fill(store.labels, records.labels)
  store.itemIds.saw(counters.itemIds)
  store.amountIds.saw(counters.amountIds)
  store.referenceIds.saw(counters.referenceIds)
  store.addressIds.saw(counters.addressIds)
  return store
}

/** Puts the world where the snapshot left it. */
export const restoreSnapshot = (world: World, snapshot: Snapshot): void => {
  const { seed, options, limits, clockOffsetMs, sessions } = snapshot
  Object.assign(world, { seed, options, limits, clockOffsetMs, sessions: new Map(sessions), store: storeOf(snapshot) })
}
