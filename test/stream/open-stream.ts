import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import { createDynamoInbox } from '../../lib/tables/dynamodb/dynamo-inbox.ts'
import { stateTable } from '../../lib/tables/dynamodb/tables.ts'
import { tableNames } from '../../local/table-names.ts'
import { counter, retentionMs } from '../inbox/backends.ts'
import { startDynamoDbLocal } from '../inbox/dynamodb-local.ts'
import { dynoxideAbsent, startDynoxide } from '../inbox/dynoxide.ts'
import { matchesPattern } from './matches-pattern.ts'
import { readStream } from './read-stream.ts'
import { deployedEventsTable, filterPatterns } from './template.ts'

const isLocal = process.env.DYNAMODB_ENDPOINT === 'local'
/** Whose streams these tests read. */
export const streamsOf = isLocal ? 'DynamoDB Local' : 'dynoxide'
/** Why nothing can be read here; undefined where it can. */
export const streamsAbsent = isLocal ? undefined : dynoxideAbsent
export type OpenStream = Awaited<ReturnType<typeof openStream>>

/** A new database with the deployed events table and the state table, with its inbox and its stream. */
export async function openStream() {
  const { endpoint, close } = await (isLocal ? startDynamoDbLocal() : startDynoxide())
  const settings = { endpoint, region: 'eu-central-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }
  const client = new DynamoDBClient(settings)
  const streams = new DynamoDBStreamsClient(settings)
  const created = await client.send(new CreateTableCommand({ TableName: tableNames.events, ...deployedEventsTable() }))
  await client.send(new CreateTableCommand({ TableName: tableNames.state, ...stateTable }))
  const streamArn = created.TableDescription?.LatestStreamArn ?? ''
  const newId = counter()
  const documentClient = DynamoDBDocumentClient.from(client)
  const records = () => readStream(streams, streamArn)
  return {
    endpoint,
    client,
    newId,
    inbox: createDynamoInbox({ documentClient, table: tableNames.events, newId, retentionMs }),
    /** All records of the stream. */
    records,
    /** The records that pass the worker's filter. */
    hints: async (): Promise<DynamoDBRecord[]> =>
      (await records()).filter((record) => filterPatterns.some((pattern) => matchesPattern(pattern, record))),
    close: async () => {
      client.destroy()
      streams.destroy()
      await close()
    },
  }
}
