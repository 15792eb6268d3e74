import { randomUUID } from 'node:crypto'
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { endLeases as endEventLeases } from '../lib/tables/dynamodb/dynamo-leases.ts'
import { createDynamoSession } from '../lib/tables/dynamodb/item-stores.ts'
import { tableNames } from './table-names.ts'

/**
 * Ends the leases of a dead predecessor: its events are due now, and its login lease blocks nobody (the attempt stays
 * counted). Only for a locked data directory, where that process cannot come back. Writes of unknown outcome still wait
 * until they settle.
 */
export async function endLeases(client: DynamoDBClient, now: number): Promise<void> {
  const documentClient = DynamoDBDocumentClient.from(client)
  await endEventLeases({ documentClient, table: tableNames.events, newId: randomUUID }, now)
  const session = createDynamoSession({ documentClient, table: tableNames.state })
  const previous = await session.read()
  if (!previous?.lease) return
  const { lease: _, ...rest } = previous
  await session.replace({ ...rest, writeId: randomUUID() }, { previous })
}
