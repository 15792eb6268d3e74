import type { SessionItem, SessionStore } from '../back-office/session-store.ts'

/** The session in memory, for tests and the simulation. */
export function createMemorySession(): SessionStore {
  let stored: SessionItem | undefined
  return {
    read: async () => stored && structuredClone(stored),

    async replace(next, { previous }) {
      if (stored?.writeId !== previous?.writeId) return stored?.writeId === next.writeId
      stored = structuredClone(next)
      return true
    },
  }
}
