import type { PaceStore } from '../../lib/back-office/pace/state.ts'
import type { SessionStore } from '../../lib/back-office/session/store.ts'
import type { AuditStore } from '../../lib/state/audit-progress.ts'
import type { Learnt } from '../../lib/state/learnt.ts'
import type { RecordStore } from '../../lib/state/write-record.ts'
import { createDynamoLearnt } from '../../lib/tables/dynamodb/dynamo-learnt.ts'
import { createDynamoRecords } from '../../lib/tables/dynamodb/dynamo-records.ts'
import { createDynamoAudit, createDynamoPace, createDynamoSession } from '../../lib/tables/dynamodb/item-stores.ts'
import { stateTable } from '../../lib/tables/dynamodb/tables.ts'
import { expireItems } from '../../local/expire-items.ts'
import { counter } from '../inbox/backends.ts'
import { type OpenTable, openTable } from '../inbox/open-table.ts'
import { type Backend, type DynamoBackend, dynamoBackends } from '../inbox/over-each.ts'

export type OpenState = {
  records: RecordStore
  learnt: Learnt
  session: SessionStore
  pace: PaceStore
  audit: AuditStore
  /** Deletes what has expired, as the table's time to live would. */
  expire: (now: number) => Promise<unknown>
  store: OpenTable
  close: () => Promise<void>
}

export const keepMs = 400 * 86_400_000

type StateBackend = Backend & { open: () => Promise<OpenState> }

/** Over each table, for one suite. */
export const stateBackends: StateBackend[] = dynamoBackends.map(({ endpoint, ...backend }) => ({
  ...backend,
  open: () => openDynamoState(endpoint),
}))

export async function openDynamoState(endpoint?: DynamoBackend['endpoint']): Promise<OpenState> {
  const store = await openTable(stateTable, endpoint)
  return {
    records: createDynamoRecords({ ...store, newId: counter(), keepMs }),
    learnt: createDynamoLearnt({ ...store, newId: counter() }),
    session: createDynamoSession(store),
    pace: createDynamoPace(store),
    audit: createDynamoAudit(store),
    expire: (now) => expireItems(store, now),
    store,
    close: store.close,
  }
}
