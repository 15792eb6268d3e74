import { createOrderShelf } from './order-shelf.ts'
import type { ApiUser, Comment, Contact, ItemImage, Label } from './records.ts'

/** Records of one kind by id, in the order of their ids when listed. A record changes by being put again: its journal sees no other change. */
export type Shelf<T extends { id: number }> = {
  get(id: number): T | undefined
  put(record: T): T
  /** Ascending by id: the default sort of the service (public facts, Paths and parameters). */
  list(): readonly T[]
  /** One above everything seen so far. */
  nextId(): number
  /** What was put since `forgetChanges`, each record once and as it is now. */
  changed(): T[]
  forgetChanges(): void
}

export const createShelf = <T extends { id: number }>(firstId: number): Shelf<T> => {
  const records = new Map<number, T>()
  let sorted: T[] | undefined = []
  let highest = firstId - 1
  const put = new Set<number>()
  return {
    get: (id) => records.get(id),
    put: (record) => {
      put.add(record.id)
      const appends = sorted !== undefined && record.id > (sorted.at(-1)?.id ?? 0)
      records.set(record.id, record)
      if (appends) sorted?.push(record)
      else sorted = undefined
      highest = Math.max(highest, record.id)
      return record
    },
    list: () => {
      sorted ??= [...records.values()].sort((a, b) => a.id - b.id)
      return sorted
    },
    nextId: () => {
      highest += 1
      return highest
    },
    changed: () => [...put].flatMap((id) => records.get(id) ?? []),
    forgetChanges: () => put.clear(),
  }
}

/** Ids of things inside other records. They need no shelf, only numbers that are never given twice. */
export type Counter = { next(): number; saw(id: number): void; last(): number }

export const createCounter = (firstId: number): Counter => {
  let highest = firstId - 1
  return {
    next: () => {
      highest += 1
      return highest
    },
    saw: (id) => {
      highest = Math.max(highest, id)
    },
    last: () => highest,
  }
}

/** First ids lie above all seeded ones: an id shows whether a client or the seed made the record. */
export const createStore = () => ({
  orders: createOrderShelf(createShelf(700_001)),
  comments: createShelf<Comment>(1),
  contacts: createShelf<Contact>(1_001),
  images: createShelf<ItemImage>(8_001),
  users: createShelf<ApiUser>(100),
  labels: createShelf<Label>(1),
  itemIds: createCounter(900_001),
  amountIds: createCounter(1_000_001),
  referenceIds: createCounter(1),
  addressIds: createCounter(60_001),
})

export type Store = ReturnType<typeof createStore>
