import { createDynamoInbox } from '../../lib/inbox/dynamo-inbox.ts'
import type { Inbox } from '../../lib/inbox/inbox.ts'
import { eventsTable } from '../../lib/inbox/tables.ts'
import { createMemoryInbox } from '../memory/memory-inbox.ts'
import { dynamoBackends, type OpenTable, openTable } from './open-table.ts'
import type { Backend } from './over-each.ts'

export type OpenInbox = { inbox: Inbox; newId: () => string; store?: OpenTable; close: () => Promise<void> }

/** Both implementations, for one suite; `store` only where a table lies behind. */
export const inboxBackends: (Backend & { open: () => Promise<OpenInbox> })[] = [
  {
    backend: 'memory',
    open: async () => {
      const newId = counter()
      return { inbox: createMemoryInbox({ newId }), newId, close: async () => {} }
    },
  },
  ...dynamoBackends.map(({ endpoint, ...backend }) => ({
    ...backend,
    open: async () => {
      const newId = counter()
      const store = await openTable(eventsTable, endpoint)
      return { inbox: createDynamoInbox({ ...store, newId }), newId, store, close: store.close }
    },
  })),
]

export function counter(): () => string {
  let last = 0
  return () => `write-${++last}`
}
