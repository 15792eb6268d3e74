import { CreateTableCommand, DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { createExchange, type Exchange } from '../../lib/aws/exchange.ts'
import type { TableShape } from '../../scripts/dynamodb-local/tables.ts'
import { openMemoryTable as openMemory } from '../memory/memory-table.ts'

export type OpenTable = {
  documentClient: DynamoDBDocumentClient
  /** The same table for clients that sign their own requests. */
  exchange: Exchange
  url: string
  table: string
  /** The next request is carried out, but its answer gets lost: the SDK repeats it. */
  loseNextAnswer: () => void
  /** Commands sent since the table was opened, repeats included. */
  requests: () => number
  close: () => Promise<void>
}

const settings = { region: 'eu-central-1', credentials: { accessKeyId: 'a', secretAccessKey: 'b' }, maxAttempts: 2 }

/** A new table of the shape, in memory unless `endpoint` names a server. */
export async function openTable(shape: TableShape, endpoint?: string): Promise<OpenTable> {
  if (endpoint === undefined) return openMemoryTable(shape)
  const client = new DynamoDBClient({ ...settings, endpoint })
  const table = `test-${crypto.randomUUID()}`
  await client.send(new CreateTableCommand({ TableName: table, ...shape }))
  const { watched, ...watch } = watchRequests(client)
  return {
    documentClient: DynamoDBDocumentClient.from(client),
    ...{ exchange: watched(createExchange({ timeoutMs: 5_000 })), url: endpoint, table },
    ...watch,
    async close() {
      await client.send(new DeleteTableCommand({ TableName: table }))
      client.destroy()
    },
  }
}

function openMemoryTable(shape: TableShape): OpenTable {
  const repeats = async (error: unknown, attempts: number) =>
    attempts < settings.maxAttempts && error instanceof Error && error.name === 'TimeoutError'
  const { expire: _expire, exchange, ...memory } = openMemory(shape, repeats)
  const { watched, ...watch } = watchRequests(memory.documentClient)
  return { ...memory, exchange: watched(exchange), url: 'http://tables.invalid/', ...watch, close: async () => {} }
}

/** As if a version of the bridge with this format had written the item. */
export const storeAs = ({ documentClient, table }: OpenTable, format: number, id: string) =>
  documentClient.send(
    new UpdateCommand({
      TableName: table,
      Key: { id },
      UpdateExpression: 'SET #format = :format',
      ExpressionAttributeNames: { '#format': 'format' },
      ExpressionAttributeValues: { ':format': format },
    }),
  )

function watchRequests(client: Pick<DynamoDBClient, 'middlewareStack'>) {
  let lose = false
  let sent = 0
  async function watch<Answer>(answered: Promise<Answer>): Promise<Answer> {
    sent += 1
    const answer = await answered
    if (!lose) return answer
    lose = false
    throw Object.assign(new Error('the answer was lost'), { name: 'TimeoutError' })
  }
  client.middlewareStack.add((next) => async (args) => await watch(next(args)), {
    step: 'deserialize',
    priority: 'low',
    name: 'loseAnswer',
  })
  return {
    watched:
      (exchange: Exchange): Exchange =>
      (request) =>
        watch(exchange(request)),
    loseNextAnswer: () => {
      lose = true
    },
    requests: () => sent,
  }
}
