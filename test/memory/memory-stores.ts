import type { ItemStore } from '../../lib/back-office/item-store.ts'
import type { PaceItem } from '../../lib/back-office/pace/state.ts'
import type { SessionItem } from '../../lib/back-office/session/store.ts'
import type { Inbox } from '../../lib/inbox/inbox.ts'
import type { AuditProgress } from '../../lib/state/audit-progress.ts'
import type { DayItem, DayStore } from '../../lib/state/day-counts.ts'
import type { Learnt } from '../../lib/state/learnt.ts'
import type { PausesItem } from '../../lib/state/pauses.ts'
import type { RecordStore } from '../../lib/state/write-record.ts'
import { type Database, openDatabase } from '../../lib/tables/sqlite/database.ts'
import { createSqliteItem, expireSome } from '../../lib/tables/sqlite/items.ts'
import { createSqliteInbox } from '../../lib/tables/sqlite/sqlite-inbox.ts'
import { createSqliteLearnt, createSqliteRecords } from '../../lib/tables/sqlite/sqlite-state.ts'

const dayMs = 86_400_000
/** `expire`: deletes what has expired at `now`; answers the ids. */
type Expires = { expire(now: number): string[] }
export type MemoryInbox = Inbox & Expires
export type MemoryRecords = RecordStore & Expires

/** The embedded store in memory, one for each port. */
export function createMemoryInbox(options: { newId: () => string; retentionMs?: number }): MemoryInbox {
  const database = openDatabase()
  const inbox = createSqliteInbox({ database, retentionMs: 30 * dayMs, ...options })
  return { ...inbox, expire: (now) => expired(database, 'events', now) }
}

export function createMemoryRecords({ keepMs = 400 * dayMs }: { keepMs?: number } = {}): MemoryRecords {
  const database = openDatabase()
  return { ...createSqliteRecords({ database, keepMs }), expire: (now) => expired(database, 'items', now) }
}

export const createMemoryLearnt = (): Learnt => createSqliteLearnt(openDatabase())
export const createMemoryItem = <Shared extends { writeId: string }>(): ItemStore<Shared> =>
  createSqliteItem(openDatabase(), 'item')
export const createMemorySession = () => createMemoryItem<SessionItem>()
export const createMemoryPace = () => createMemoryItem<PaceItem>()
export const createMemoryPauses = () => createMemoryItem<PausesItem>()
export const createMemoryAudit = () => createMemoryItem<AuditProgress>()

export function createMemoryDays(database = openDatabase()): DayStore {
  return (day) => createSqliteItem<DayItem>(database, `counts#${day}`)
}

export function expired(database: Database, table: 'events' | 'items', now: number): string[] {
  const ids = () => database.all(`SELECT id FROM ${table}`).map(({ id }) => String(id))
  const before = ids()
  while (expireSome(database, now));
  const left = new Set(ids())
  return before.filter((id) => !left.has(id))
}
