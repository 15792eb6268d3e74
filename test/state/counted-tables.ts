import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { createDynamoInbox } from '../../lib/tables/dynamodb/dynamo-inbox.ts'
import { createDynamoLearnt } from '../../lib/tables/dynamodb/dynamo-learnt.ts'
import { createDynamoRecords } from '../../lib/tables/dynamodb/dynamo-records.ts'
import { createDynamoPace, createDynamoPauses, createDynamoSession } from '../../lib/tables/dynamodb/item-stores.ts'
import type { Item } from '../../lib/tables/dynamodb/items.ts'
import { eventsTable, stateTable, type TableShape } from '../../scripts/dynamodb-local/tables.ts'
import { type OpenTable, openTable } from '../inbox/open-table.ts'
import type { WorldOptions } from '../workflow/world.ts'
import { countUnits, type Request } from './capacity-units.ts'

/** What DynamoDB counts: requests, and its units on demand. */
export type Usage = { requests: number; readUnits: number; writeUnits: number }

/** The tables of a world, and what they have counted since they were opened or reset. */
export type CountedTables = {
  tables: Required<NonNullable<WorldOptions['tables']>>
  usage(): Usage
  /** Bytes that stay stored of what was written since then, with the entries of indexes. */
  bytes(): Promise<{ events: number; state: number }>
  reset(): void
  /** Each request since then. */
  requests(): Request[]
  /** Looks at the tables without counting it. */
  look<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

const day = 86_400_000

/** Both tables in memory, which answer without real time. Items have their real sizes, and the default times to live. */
export async function openCountedTables(): Promise<CountedTables> {
  const opened = await Promise.all([openTable(eventsTable), openTable(stateTable)])
  const [events, state] = [countUnits(opened[0], eventsTable), countUnits(opened[1], stateTable)]
  const newId = () => crypto.randomUUID()
  return {
    tables: {
      inbox: createDynamoInbox({ ...events.store, newId, retentionMs: 30 * day }),
      records: createDynamoRecords({ ...state.store, newId, keepMs: 400 * day }),
      learnt: createDynamoLearnt({ ...state.store, newId }),
      sessionStore: createDynamoSession(state.store),
      pace: createDynamoPace(state.store),
      pauses: createDynamoPauses(state.store),
    },
    requests: () => [...events.requests, ...state.requests],
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

/** DynamoDB adds as much to each item, and to each entry of an index ("DynamoDB storage", developer guide). */
const itemOverhead = 100

/** Bytes of the index entries that these items have now. Throws for an index that has more than keys. */
async function entryBytes(
  { documentClient, table }: OpenTable,
  { KeySchema = [], GlobalSecondaryIndexes = [] }: TableShape,
  ids: readonly string[],
): Promise<number> {
  let total = 0
  for (const id of ids) {
    const { Item } = await documentClient.send(new GetCommand({ TableName: table, Key: { id } }))
    for (const index of GlobalSecondaryIndexes) {
      if (index.Projection?.ProjectionType !== 'KEYS_ONLY')
        throw new Error(`${index.IndexName} has more than keys: count what it projects`)
      total += Item ? bytesOfEntry(Item, [...KeySchema, ...(index.KeySchema ?? [])]) : 0
    }
  }
  return total
}

/** None if the item lacks a key of the index. */
function bytesOfEntry(item: Item, keys: readonly { AttributeName?: string | undefined }[]): number {
  const names = new Set(keys.map(({ AttributeName = '' }) => AttributeName))
  if ([...names].some((name) => item[name] === undefined)) return 0
  return [...names].reduce((sum, name) => sum + Buffer.byteLength(name) + keyBytes(item[name]), itemOverhead)
}

const keyBytes = (value: unknown): number =>
  typeof value === 'number' ? Math.ceil(String(value).length / 2) + 1 : Buffer.byteLength(String(value))
