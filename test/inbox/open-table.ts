import { CreateTableCommand, DeleteTableCommand, DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { createExchange, type Exchange } from '../../lib/aws/exchange.ts'
import type { TableShape } from '../../lib/tables/dynamodb/tables.ts'
import { openMemoryTable as openMemory } from '../memory/memory-table.ts'
import { startDynamoDbLocal } from './dynamodb-local.ts'
import { dynoxideAbsent, startDynoxide } from './dynoxide.ts'
import { embeddedDynalite, embeddedExchange } from './embedded-dynalite.ts'
import type { Backend } from './over-each.ts'

/** Where the suites run: over tables in memory and dynalite, in the test's own process, and over others that the environment asks for. */
export type DynamoBackend = Backend & {
  /** The server that a suite's tables share; without, each table has one of its own. */
  endpoint?: () => Promise<string>
  /** Whether it answers clients that sign their own requests. */
  knowsHttp: boolean
}

/** No server, but the tables that the stories and the simulation use. */
const inMemory = 'memory:'
/** `STORES=all`: over all that are here, as the check does. `DYNAMODB_ENDPOINT`: an address, or `local` for AWS's own DynamoDB Local. */
const { STORES: stores, DYNAMODB_ENDPOINT: named } = process.env

const others: DynamoBackend[] = [
  { backend: 'dynoxide', absent: dynoxideAbsent, knowsHttp: true, ...shared(startDynoxide) },
]

export const dynamoBackends: DynamoBackend[] = [
  { backend: 'memory', endpoint: async () => inMemory, knowsHttp: false },
  { backend: 'dynalite', knowsHttp: true },
  ...(stores === 'all' ? others : []),
  ...(named === 'local' ? [{ backend: 'DynamoDB Local', knowsHttp: true, ...shared(startDynamoDbLocal) }] : []),
  ...(named && named !== 'local'
    ? [{ backend: 'DYNAMODB_ENDPOINT', endpoint: async () => named, knowsHttp: true }]
    : []),
]

type Server = { endpoint: string; close: () => Promise<void> }

/** Started by whoever asks first, and again by whoever asks after its end: test files share modules. */
function shared(start: () => Promise<Server>) {
  let started: Promise<Server> | undefined
  return {
    endpoint: async () => {
      started ??= start()
      return (await started).endpoint
    },
    end: async () => {
      const running = started
      started = undefined
      await (await running)?.close()
    },
  }
}

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

let tables = 0

/** A new table of the shape, in a DynamoDB of its own unless `endpoint` names one. */
export async function openTable(shape: TableShape, endpoint?: () => Promise<string>): Promise<OpenTable> {
  if ((await endpoint?.()) === inMemory) return openMemoryTable(shape)
  const url = (await endpoint?.()) ?? 'http://dynalite.invalid/'
  const client = endpoint ? new DynamoDBClient({ ...settings, endpoint: url }) : embeddedDynalite(settings)
  const exchange = endpoint ? createExchange({ timeoutMs: 5_000 }) : embeddedExchange(client)
  const table = `test-${process.pid}-${Date.now()}-${++tables}`
  await createTable(client, table, shape)
  const { watched, ...watch } = watchRequests(client)
  return {
    documentClient: DynamoDBDocumentClient.from(client),
    ...{ exchange: watched(exchange), url, table },
    ...watch,
    async close() {
      if (endpoint) await client.send(new DeleteTableCommand({ TableName: table }))
      client.destroy()
    },
  }
}

function openMemoryTable(shape: TableShape): OpenTable {
  const repeats = async (error: unknown, attempts: number) =>
    attempts < settings.maxAttempts && error instanceof Error && error.name === 'TimeoutError'
  const { expire: _expire, ...memory } = openMemory(shape, repeats)
  const { watched: _, ...watch } = watchRequests(memory.documentClient)
  const exchange = async () => Promise.reject(new Error('the tables in memory know no HTTP'))
  return { ...memory, exchange, url: inMemory, ...watch, close: async () => {} }
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

/** Answers when the table can be used. */
export async function createTable(client: DynamoDBClient, table: string, shape: TableShape): Promise<void> {
  await client.send(new CreateTableCommand({ TableName: table, ...shape }))
  await active(client, table)
}

async function active(client: DynamoDBClient, table: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: table }))
    if (
      Table?.TableStatus === 'ACTIVE' &&
      (Table.GlobalSecondaryIndexes ?? []).every((index) => index.IndexStatus === 'ACTIVE')
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`table ${table} did not become active`)
}

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
