import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DeleteTableCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb'
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams'
import { eventsTable, stateTable } from '../../scripts/dynamodb-local/tables.ts'
import { readStream } from './read-stream.ts'

type Names = { events: string; state: string }
type Shape = Omit<CreateTableCommandInput, 'TableName'>
const withStream: Shape = {
  ...eventsTable,
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
}

/** Both tables over DynamoDB Local, under names that nobody else has unless they are given, and the stream of the events. */
export async function openTables(
  endpoint: string | undefined,
  { shape = withStream, names = newNames() }: { shape?: Shape; names?: Names } = {},
) {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const settings = { endpoint: endpoint ?? missing(), region: 'eu-central-1', credentials }
  const client = new DynamoDBClient(settings)
  const streams = new DynamoDBStreamsClient(settings)
  const created = await client.send(new CreateTableCommand({ ...shape, TableName: names.events }))
  await client.send(new CreateTableCommand({ ...stateTable, TableName: names.state }))
  return {
    ...{ url: settings.endpoint, client, names },
    /** All records of the stream. */
    records: () => readStream(streams, created.TableDescription?.LatestStreamArn ?? ''),
    async close() {
      for (const TableName of Object.values(names)) await client.send(new DeleteTableCommand({ TableName }))
      client.destroy()
      streams.destroy()
    },
  }
}

const newNames = (of = crypto.randomUUID()): Names => ({ events: `events-${of}`, state: `state-${of}` })

function missing(): never {
  throw new Error('no DynamoDB Local was started for these tests: their project needs it')
}
