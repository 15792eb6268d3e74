import type { IncomingMessage } from 'node:http'
import { CreateTableCommand, DynamoDBClient, ListTablesCommand, waitUntilTableExists } from '@aws-sdk/client-dynamodb'
import dynalite from 'dynalite'
import { eventsTable, stateTable } from '../lib/inbox/tables.ts'
import { checkStore } from './check-store.ts'
import { type LocalServer, listen } from './listen.ts'
import { mendStore } from './mend-store.ts'

export type LocalTables = LocalServer & {
  /** After each request that may have changed an item, whatever came of it. */
  onWrite(listener: () => void): void
}

/** DynamoDB in this process on a free loopback port, with both tables; `path` undefined keeps everything in memory. Throws `CannotStart` for an unusable one. */
export async function startDynamoDb(path: string | undefined): Promise<LocalTables> {
  if (path !== undefined) {
    await checkStore(path)
    await mendStore(path)
  }
  const server = dynalite({ ...(path !== undefined && { path }), createTableMs: 0 })
  surviveAbortedRequests(server)
  const started = await listen(server, 0)
  await createTables(started.url)
  return { ...started, onWrite: (listener) => tellWrites(server, listener) }
}

/** dynalite throws out of the process when a client gives up while its request is under way; a client's timeout is no reason to end. */
function surviveAbortedRequests(server: ReturnType<typeof dynalite>): void {
  const [handle] = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    handle?.call(server, request, response)
    request.removeAllListeners('error').on('error', () => {})
  })
}

function tellWrites(server: ReturnType<typeof dynalite>, listener: () => void): void {
  server.on('request', (request, response) => {
    // Not `finish`: what a client asked for that gives up is written all the same.
    if (isWrite(request)) response.once('close', listener)
  })
}

const isWrite = ({ headers }: IncomingMessage): boolean =>
  /\.(Put|Update|Delete|BatchWrite|TransactWrite)/.test(String(headers['x-amz-target']))

async function createTables(endpoint: string): Promise<void> {
  const client = new DynamoDBClient({
    endpoint,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
  try {
    const { TableNames = [] } = await client.send(new ListTablesCommand({}))
    for (const [TableName, shape] of Object.entries({ events: eventsTable, state: stateTable })) {
      if (!TableNames.includes(TableName)) await client.send(new CreateTableCommand({ ...shape, TableName }))
      await waitUntilTableExists({ client, maxWaitTime: 10, minDelay: 0.05, maxDelay: 0.2 }, { TableName })
    }
  } finally {
    client.destroy()
  }
}
