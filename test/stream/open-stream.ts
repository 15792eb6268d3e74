import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import { createDynamoInbox } from '../../lib/tables/dynamodb/dynamo-inbox.ts'
import { counter, retentionMs } from '../inbox/backends.ts'
import { matchesPattern } from './matches-pattern.ts'
import { openTables } from './open-tables.ts'
import { deployedEventsTable, filterPatterns } from './template.ts'

export type OpenStream = Awaited<ReturnType<typeof openStream>>

/** The deployed events table and the state table over DynamoDB Local, with their inbox and their stream. */
export async function openStream(endpoint: string | undefined, names?: { events: string; state: string }) {
  const tables = await openTables(endpoint, { shape: deployedEventsTable(), ...(names && { names }) })
  const newId = counter()
  const documentClient = DynamoDBDocumentClient.from(tables.client)
  return {
    ...tables,
    newId,
    inbox: createDynamoInbox({ documentClient, table: tables.names.events, newId, retentionMs }),
    /** The records that pass the worker's filter. */
    hints: async (): Promise<DynamoDBRecord[]> =>
      (await tables.records()).filter((record) => filterPatterns.some((pattern) => matchesPattern(pattern, record))),
  }
}
