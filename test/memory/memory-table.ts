import type { Exchange } from '../../lib/aws/exchange.ts'
import type { Inbox } from '../../lib/inbox/inbox.ts'
import type { Table } from '../../lib/tables/dynamodb/conditional-write.ts'
import { createDynamoInbox } from '../../lib/tables/dynamodb/dynamo-inbox.ts'
import { eventsTable, type TableShape } from '../../scripts/dynamodb-local/tables.ts'
import { createMemoryClient, executed, type Repeats } from './memory-client.ts'
import { createMemoryDynamo, type MemoryDynamo } from './memory-dynamo.ts'
import { memoryExchange } from './memory-exchange.ts'

const table = 'table'

type MemoryTable = Table & {
  exchange: Exchange
  expire(now: number): string[]
}

/** A table of its own in memory, for the adapters. */
export function openMemoryTable(shape: TableShape, repeats?: Repeats): MemoryTable {
  const dynamo = createMemoryDynamo()
  dynamo.create(table, shape)
  const documentClient = createMemoryClient(executed(dynamo.execute), repeats)
  return { documentClient, table, exchange: memoryExchange(dynamo.execute), expire: (at) => expire(dynamo, table, at) }
}

/** The inbox over a table of its own in memory: as a table it takes no large event. */
export function openTableInbox(newId: () => string): Inbox {
  return createDynamoInbox({ ...openMemoryTable(eventsTable), newId, retentionMs: 30 * 86_400_000 })
}

/** Deletes what the time to live of a table would, at `now`; answers the ids. */
export function expire(dynamo: MemoryDynamo, table: string, now: number): string[] {
  const gone = [...dynamo.items(table).values()]
    .filter(({ expiresAt }) => typeof expiresAt === 'number' && expiresAt < Math.floor(now / 1_000))
    .map(({ id }) => String(id))
  for (const id of gone) dynamo.remove(table, id)
  return gone
}
