import type { ItemStore } from '../item-store.ts'
import type { PaceState } from './state.ts'

/** The pace of all workers together. `writeId` is fresh for every write: the condition of the next one. */
export type PaceItem = PaceState & { writeId: string }

/** One item of the state table; what its changes mean is in arithmetic.ts and observed.ts. */
export type PaceStore = ItemStore<PaceItem>
