import type { ItemStore } from '../../lib/back-office/item-store.ts'
import { deepCopy } from './deep-copy.ts'

/** One shared item in memory, for tests and the simulation. */
export function createMemoryItem<Shared extends { writeId: string }>(): ItemStore<Shared> {
  let stored: Shared | undefined
  return {
    read: async () => stored && deepCopy(stored),

    async replace(next, { previous }) {
      if (stored?.writeId !== previous?.writeId) return stored?.writeId === next.writeId
      stored = deepCopy(next)
      return true
    },
  }
}
