import { createDynamoLearnt } from '../../lib/tables/dynamodb/dynamo-learnt.ts'
import { stateTable } from '../../lib/tables/dynamodb/tables.ts'
import { openMemoryTable } from './memory-table.ts'

/** What was learnt of parcels, over a table in memory. */
export function createMemoryLearnt() {
  let ids = 0
  return createDynamoLearnt({ ...openMemoryTable(stateTable), newId: () => `learnt-${++ids}` })
}
