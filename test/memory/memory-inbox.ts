import type { Inbox } from '../../lib/inbox/inbox.ts'
import { createDynamoInbox } from '../../lib/tables/dynamodb/dynamo-inbox.ts'
import { eventsTable } from '../../lib/tables/dynamodb/tables.ts'
import { openMemoryTable } from './memory-table.ts'

/** `expire`: deletes what the time to live of the table would, at `now`; answers the ids. */
export type MemoryInbox = Inbox & { expire(now: number): string[] }
const thirtyDaysMs = 30 * 86_400_000

/** The inbox over a table in memory; `newId` makes the ids of conditional writes. */
export function createMemoryInbox(options: { newId: () => string; retentionMs?: number }): MemoryInbox {
  const { expire, ...table } = openMemoryTable(eventsTable)
  return { ...createDynamoInbox({ retentionMs: thirtyDaysMs, ...options, ...table }), expire }
}
