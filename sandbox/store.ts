import { createOrderShelf } from './order-shelf.ts'
import type { ApiUser, Comment, Contact, ItemImage, Label } from './records.ts'
import { createShelf } from './shelf.ts'

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
