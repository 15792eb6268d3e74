import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import dynalite from 'dynalite'
import { eventsTable, stateTable } from '../lib/tables/dynamodb/tables.ts'
import { checkStore } from './check-store.ts'
import { leaveMark, takeMark } from './clean-stop.ts'
import { fixStore } from './fix-store.ts'
import { type LocalServer, listen } from './listen.ts'
import { isOwnClient } from './own-client.ts'
import { olderTables, tableNames } from './table-names.ts'

/** How long closing the tables waits for running requests. */
const runningMs = 2_000

/** Turns of the event loop: enough to see requests in socket buffers and on connections that are not accepted yet. */
const quietTurns = 10

export type LocalTables = LocalServer & {
  /** Called after each request that may have changed an item, whatever its outcome. */
  onWrite(listener: () => void): void
  /** The store also holds tables of an older version, which this version does not read. */
  hasOlderTables: boolean
}

/**
 * DynamoDB in this process on a free loopback port, with both tables; in memory if `path` is undefined. What a kill has left
 * half-written is fixed first, which reads the whole store; after a clean stop there is nothing to fix. Throws `CannotStart`.
 */
export async function startDynamoDb(path: string | undefined): Promise<LocalTables> {
  if (path !== undefined) {
    const isClean = await takeMark(path).catch(() => false)
    await checkStore(path)
    if (!isClean) await fixStore(path)
  }
  const server = dynalite({ ...(path !== undefined && { path }), createTableMs: 0 })
  surviveAbortedRequests(server)
  const isIdle = watchRequests(server)
  const started = await listen(server, 0)
  const hasOlderTables = await createTables(started.url)
  const close = async (graceMs?: number): Promise<void> => {
    await becomeQuiet(isIdle)
    const isClean = isIdle()
    // A request must not reach closed tables.
    server.removeAllListeners('request').on('request', ({ socket }) => socket.destroy())
    await started.close(graceMs)
    if (path !== undefined && isClean) await leaveMark(path)
  }
  return { ...started, close, hasOlderTables, onWrite: (listener) => listenToWrites(server, listener) }
}

/**
 * dynalite ends the process when a client aborts a request, for example at a timeout. This keeps the process running.
 */
function surviveAbortedRequests(server: ReturnType<typeof dynalite>): void {
  const [handle] = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (!isOwnClient(request, response)) return
    handle?.call(server, request, response)
    request.removeAllListeners('error').on('error', () => {})
  })
}

/** Resolves when no request has run for `quietTurns`, or after `runningMs`. */
async function becomeQuiet(isIdle: () => boolean): Promise<void> {
  const until = performance.now() + runningMs
  for (let turns = 0; turns < quietTurns && performance.now() < until; turns = isIdle() ? turns + 1 : 0)
    await (isIdle() ? nextTurn() : sleep(5))
}

/** dynalite would end the process if it were closed during a request, even one that its client has aborted. */
function watchRequests(server: ReturnType<typeof dynalite>): () => boolean {
  const running = new Set<ServerResponse>()
  server.prependListener('request', (request, response) => {
    running.add(response)
    request.once('close', () => {
      // Aborted before the whole request arrived: dynalite never runs it.
      if (!request.readableEnded) running.delete(response)
    })
    whenDone(response, () => running.delete(response))
  })
  return () => running.size === 0
}

/** Not by `finish` or `close`: dynalite still carries out an aborted request, after its connection has closed. */
function whenDone(response: ServerResponse, listener: () => void): void {
  response.end = new Proxy(response.end, {
    apply: (end, self, given) => {
      const ended = Reflect.apply(end, self, given)
      listener()
      return ended
    },
  })
}

function listenToWrites(server: ReturnType<typeof dynalite>, listener: () => void): void {
  server.prependListener('request', (request, response) => {
    if (isWrite(request)) whenDone(response, listener)
  })
}

const isWrite = ({ headers }: IncomingMessage): boolean =>
  /\.(PutItem|UpdateItem|DeleteItem|BatchWriteItem)$/.test(String(headers['x-amz-target']))

/** Creates the tables that are missing. Answers whether the store also holds older ones. */
async function createTables(endpoint: string): Promise<boolean> {
  const client = new DynamoDBClient({
    endpoint,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
  try {
    for (const [TableName, shape] of [
      [tableNames.events, eventsTable],
      [tableNames.state, stateTable],
    ] as const) {
      if (!(await exists(client, TableName))) await client.send(new CreateTableCommand({ ...shape, TableName }))
      await waitUntilTableExists({ client, maxWaitTime: 10, minDelay: 0.05, maxDelay: 0.2 }, { TableName })
    }
    const older = await Promise.all(olderTables.map((name) => exists(client, name)))
    return older.includes(true)
  } finally {
    client.destroy()
  }
}

/** By its name: a list of the tables would read the whole store. */
async function exists(client: DynamoDBClient, TableName: string): Promise<boolean> {
  try {
    await client.send(new DescribeTableCommand({ TableName }))
    return true
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return false
    throw error
  }
}
