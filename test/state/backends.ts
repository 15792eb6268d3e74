import type { PaceStore } from '../../lib/back-office/pace-store.ts'
import type { SessionStore } from '../../lib/back-office/session-store.ts'
import { stateTable } from '../../lib/inbox/tables.ts'
import type { AuditStore } from '../../lib/state/audit-progress.ts'
import { createDynamoAudit } from '../../lib/state/dynamo-audit.ts'
import { createDynamoOrders } from '../../lib/state/dynamo-orders.ts'
import { createDynamoPace } from '../../lib/state/dynamo-pace.ts'
import { createDynamoSession } from '../../lib/state/dynamo-session.ts'
import { createMemoryOrders } from '../../lib/state/memory-orders.ts'
import type { OrderStore } from '../../lib/state/order-memory.ts'
import { counter } from '../inbox/backends.ts'
import { type DynamoBackend, dynamoBackends, type OpenTable, openTable } from '../inbox/open-table.ts'
import type { Backend } from '../inbox/over-each.ts'
import { createMemoryAudit } from '../memory/memory-audit.ts'
import { createMemoryPace } from '../memory/memory-pace.ts'
import { createMemorySession } from '../memory/memory-session.ts'

/** `store` only where a table lies behind. */
export type OpenState = {
  orders: OrderStore
  session: SessionStore
  pace: PaceStore
  audit: AuditStore
  store?: OpenTable
  close: () => Promise<void>
}

/** Both implementations, for one suite. */
export const stateBackends: (Backend & { open: () => Promise<OpenState> })[] = [
  {
    backend: 'memory',
    open: async () => ({
      orders: createMemoryOrders(),
      session: createMemorySession(),
      pace: createMemoryPace(),
      audit: createMemoryAudit(),
      close: async () => {},
    }),
  },
  ...dynamoBackends.map(({ endpoint, ...backend }) => ({ ...backend, open: () => openDynamoState(endpoint) })),
]

export async function openDynamoState(endpoint?: DynamoBackend['endpoint']): Promise<OpenState & { store: OpenTable }> {
  const store = await openTable(stateTable, endpoint)
  const orders = createDynamoOrders({ ...store, newId: counter() })
  return {
    orders,
    session: createDynamoSession(store),
    pace: createDynamoPace(store),
    audit: createDynamoAudit(store),
    store,
    close: store.close,
  }
}
