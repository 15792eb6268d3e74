import type { PaceStore } from '../../lib/back-office/pace/store.ts'
import type { SessionStore } from '../../lib/back-office/session/store.ts'
import { stateTable } from '../../lib/inbox/tables.ts'
import type { AuditStore } from '../../lib/state/audit-progress.ts'
import { createDynamoAudit } from '../../lib/state/dynamo-audit.ts'
import { createDynamoPace } from '../../lib/state/dynamo-pace.ts'
import { createDynamoRecords } from '../../lib/state/dynamo-records.ts'
import { createDynamoSession } from '../../lib/state/dynamo-session.ts'
import type { RecordStore } from '../../lib/state/write-record.ts'
import { expireItems } from '../../local/expire-items.ts'
import { counter } from '../inbox/backends.ts'
import { type DynamoBackend, dynamoBackends, type OpenTable, openTable } from '../inbox/open-table.ts'
import type { Backend } from '../inbox/over-each.ts'
import { createMemoryAudit } from '../memory/memory-audit.ts'
import { createMemoryPace } from '../memory/memory-pace.ts'
import { createMemoryRecords } from '../memory/memory-records.ts'
import { createMemorySession } from '../memory/memory-session.ts'

/** `store` only where a table lies behind. */
export type OpenState = {
  records: RecordStore
  session: SessionStore
  pace: PaceStore
  audit: AuditStore
  /** Deletes what has expired, as the table's time to live would. */
  expire: (now: number) => Promise<unknown>
  store?: OpenTable
  close: () => Promise<void>
}

export const keepMs = 400 * 86_400_000

/** Both implementations, for one suite. */
export const stateBackends: (Backend & { open: () => Promise<OpenState> })[] = [
  {
    backend: 'memory',
    open: async () => {
      const records = createMemoryRecords({ keepMs })
      return {
        records,
        session: createMemorySession(),
        pace: createMemoryPace(),
        audit: createMemoryAudit(),
        expire: async (now) => records.expire(now),
        close: async () => {},
      }
    },
  },
  ...dynamoBackends.map(({ endpoint, ...backend }) => ({ ...backend, open: () => openDynamoState(endpoint) })),
]

export async function openDynamoState(endpoint?: DynamoBackend['endpoint']): Promise<OpenState & { store: OpenTable }> {
  const store = await openTable(stateTable, endpoint)
  return {
    records: createDynamoRecords({ ...store, newId: counter(), keepMs }),
    session: createDynamoSession(store),
    pace: createDynamoPace(store),
    audit: createDynamoAudit(store),
    expire: (now) => expireItems(store, now),
    store,
    close: store.close,
  }
}
