import { createDynamoInbox } from '../../lib/inbox/dynamo-inbox.ts'
import { eventsTable, stateTable } from '../../lib/inbox/tables.ts'
import { createDynamoPace } from '../../lib/state/dynamo-pace.ts'
import { createDynamoPauses } from '../../lib/state/dynamo-pauses.ts'
import { createDynamoRecords } from '../../lib/state/dynamo-records.ts'
import { createDynamoSession } from '../../lib/state/dynamo-session.ts'
import { dynamoBackends, openTable } from '../../test/inbox/open-table.ts'
import { countUnits, type Request } from '../../test/state/capacity-units.ts'
import type { WorldOptions } from '../../test/workflow/world.ts'
import { entryBytes, itemOverhead } from './entry-bytes.ts'

/** What DynamoDB counts: requests, and its units on demand. */
export type Usage = { requests: number; readUnits: number; writeUnits: number }

/** The tables of a world, and what they have counted since they were opened or reset. */
export type CountedTables = {
  tables: Required<NonNullable<WorldOptions['tables']>>
  usage(): Usage
  /** Bytes that stay stored of what was written since then, with the entries of indexes. */
  bytes(): Promise<{ events: number; state: number }>
  reset(): void
  /** Looks at the tables without counting it. */
  look<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

const day = 86_400_000

/** Tables that answer without real time, for a virtual clock. */
export const memoryTables = dynamoBackends.find(({ backend }) => backend === 'memory tables')?.endpoint

/** Both tables in an embedded DynamoDB, or in the one given. Items have their real sizes, and the default times to live. */
export async function openCountedTables(endpoint?: () => Promise<string>): Promise<CountedTables> {
  const opened = await Promise.all([openTable(eventsTable, endpoint), openTable(stateTable, endpoint)])
  const [events, state] = [countUnits(opened[0], eventsTable), countUnits(opened[1], stateTable)]
  const newId = () => crypto.randomUUID()
  return {
    tables: {
      inbox: createDynamoInbox({ ...events.store, newId, retentionMs: 30 * day }),
      records: createDynamoRecords({ ...state.store, newId, keepMs: 400 * day }),
      sessionStore: createDynamoSession(state.store),
      pace: createDynamoPace(state.store),
      pauses: createDynamoPauses(state.store),
    },
    usage: () => usageOf([...events.requests, ...state.requests]),
    bytes: async () => ({
      events: storedBytes(events.requests) + (await entryBytes(opened[0], eventsTable, ownIds(events.requests))),
      state: storedBytes(state.requests) + (await entryBytes(opened[1], stateTable, ownIds(state.requests))),
    }),
    reset: () => {
      events.requests.length = 0
      state.requests.length = 0
    },
    async look(work) {
      const counted = [events.requests.length, state.requests.length] as const
      try {
        return await work()
      } finally {
        events.requests.length = counted[0]
        state.requests.length = counted[1]
      }
    },
    close: async () => void (await Promise.all(opened.map(({ close }) => close()))),
  }
}

const usageOf = (requests: readonly Request[]): Usage => ({
  requests: requests.length,
  readUnits: requests.reduce((total, { read }) => total + read, 0),
  writeUnits: requests.reduce((total, { write, index }) => total + write + index, 0),
})

/** Of each item as it was written last. */
function storedBytes(requests: readonly Request[]): number {
  const sizes = new Map(ownOf(requests).map(({ id, bytes }) => [id, bytes + itemOverhead]))
  return [...sizes.values()].reduce((total, bytes) => total + bytes, 0)
}

/** Not what all events share: the pace and the session. */
const ownOf = (requests: readonly Request[]): Request[] =>
  requests.filter(({ id, write }) => write > 0 && id !== 'pace' && id !== 'session')

const ownIds = (requests: readonly Request[]): string[] => [...new Set(ownOf(requests).map(({ id }) => id))]
