import type { PaceItem, PaceStore } from '../../lib/back-office/pace/state.ts'
import type { SessionItem, SessionStore } from '../../lib/back-office/session/store.ts'
import type { AuditProgress, AuditStore } from '../../lib/state/audit-progress.ts'
import type { DayItem, DayStore } from '../../lib/state/day-counts.ts'
import type { Learnt } from '../../lib/state/learnt.ts'
import type { RecordStore } from '../../lib/state/write-record.ts'
import { createDynamoLearnt } from '../../lib/tables/dynamodb/dynamo-learnt.ts'
import { createDynamoRecords } from '../../lib/tables/dynamodb/dynamo-records.ts'
import {
  createDynamoAudit,
  createDynamoDays,
  createDynamoPace,
  createDynamoSession,
} from '../../lib/tables/dynamodb/item-stores.ts'
import { createSqliteItem } from '../../lib/tables/sqlite/items.ts'
import { createSqliteLearnt, createSqliteRecords } from '../../lib/tables/sqlite/sqlite-state.ts'
import { stateTable } from '../../scripts/dynamodb-local/tables.ts'
import { counter, openSqlite, sqliteNames } from '../inbox/backends.ts'
import { expireItems } from '../inbox/expire-items.ts'
import { type OpenTable, openTable } from '../inbox/open-table.ts'
import { type Backend, type DynamoBackend, dynamoBackends } from '../inbox/over-each.ts'

export type OpenState = {
  records: RecordStore
  learnt: Learnt
  session: SessionStore
  pace: PaceStore
  audit: AuditStore
  days: DayStore
  /** Deletes what has expired, as the table's time to live would. */
  expire: (now: number) => Promise<unknown>
  close: () => Promise<void>
}
export type OpenTables = OpenState & { store: OpenTable }

export const keepMs = 400 * 86_400_000

/** Over each DynamoDB, for one suite. */
export const tableStates: (Backend & { open: () => Promise<OpenTables> })[] = dynamoBackends.map(
  ({ endpoint, ...backend }) => ({ ...backend, open: () => openDynamoState(endpoint) }),
)

/** Over each store. */
export const stateBackends: (Backend & { open: () => Promise<OpenState> })[] = [
  ...sqliteNames.map((backend) => ({
    backend,
    open: async () => {
      const { database, ...opened } = openSqlite(backend)
      return {
        records: createSqliteRecords({ database, keepMs }),
        learnt: createSqliteLearnt(database),
        session: createSqliteItem<SessionItem>(database, 'session'),
        pace: createSqliteItem<PaceItem>(database, 'pace'),
        audit: createSqliteItem<AuditProgress>(database, 'audit'),
        days: (day: string) => createSqliteItem<DayItem>(database, `counts#${day}`),
        ...opened,
      }
    },
  })),
  ...tableStates,
]

export async function openDynamoState(endpoint?: DynamoBackend['endpoint']): Promise<OpenTables> {
  const store = await openTable(stateTable, endpoint)
  return {
    records: createDynamoRecords({ ...store, newId: counter(), keepMs }),
    learnt: createDynamoLearnt({ ...store, newId: counter() }),
    session: createDynamoSession(store),
    pace: createDynamoPace(store),
    audit: createDynamoAudit(store),
    days: createDynamoDays(store),
    expire: (now) => expireItems(store, now),
    store,
    close: store.close,
  }
}
