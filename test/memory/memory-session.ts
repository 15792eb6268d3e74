import type { SessionItem, SessionStore } from '../../lib/back-office/session/store.ts'
import { createMemoryItem } from './memory-item.ts'

/** The session in memory, for tests and the simulation. */
export const createMemorySession = (): SessionStore => createMemoryItem<SessionItem>()
