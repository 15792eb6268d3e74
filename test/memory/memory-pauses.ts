import type { PausesItem } from '../../lib/state/pauses.ts'
import { createMemoryItem } from './memory-item.ts'

/** What is paused, in memory, for tests and the simulation. */
export const createMemoryPauses = () => createMemoryItem<PausesItem>()
