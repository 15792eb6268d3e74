import type { PaceItem, PaceStore } from '../../lib/back-office/pace/state.ts'
import { createMemoryItem } from './memory-item.ts'

/** The pace in memory, for tests and the simulation. */
export const createMemoryPace = (): PaceStore => createMemoryItem<PaceItem>()
