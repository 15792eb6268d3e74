import type { RecordStore } from '../../lib/state/write-record.ts'
import { createDynamoRecords } from '../../lib/tables/dynamodb/dynamo-records.ts'
import { stateTable } from '../../lib/tables/dynamodb/tables.ts'
import { openMemoryTable } from './memory-table.ts'

/** `expire`: deletes what the time to live of the table would, at `now`; answers what. */
export type MemoryRecords = RecordStore & { expire(now: number): string[] }
const fourHundredDaysMs = 400 * 86_400_000

/** The records of writes over a table in memory. */
export function createMemoryRecords({ keepMs = fourHundredDaysMs }: { keepMs?: number } = {}): MemoryRecords {
  const { expire, ...table } = openMemoryTable(stateTable)
  let ids = 0
  return { ...createDynamoRecords({ ...table, newId: () => `record-${++ids}`, keepMs }), expire }
}
