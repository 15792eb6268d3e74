import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { awsServices, createSignedCall } from '../../lib/aws/signed-call.ts'
import type { Inbox } from '../../lib/inbox/inbox.ts'
import { createAcceptingInbox } from '../../lib/tables/dynamodb/accepting-inbox.ts'
import { createDynamoInbox } from '../../lib/tables/dynamodb/dynamo-inbox.ts'
import { signedItems } from '../../lib/tables/dynamodb/webhook-stores.ts'
import { openDatabase } from '../../lib/tables/sqlite/database.ts'
import { expireSome } from '../../lib/tables/sqlite/items.ts'
import { createSqliteInbox } from '../../lib/tables/sqlite/sqlite-inbox.ts'
import { eventsTable } from '../../scripts/dynamodb-local/tables.ts'
import { expireItems } from './expire-items.ts'
import { type OpenTable, openTable } from './open-table.ts'
import { type Backend, type DynamoBackend, dynamoBackends, inMemory } from './over-each.ts'

export type OpenInbox = {
  inbox: Inbox
  newId: () => string
  /** Deletes what has expired, as the store would by itself. */
  expire: (now: number) => Promise<unknown>
  close: () => Promise<void>
}
type OpenTableInbox = OpenInbox & { store: OpenTable }
type Opens<Opened> = (Backend & { open: () => Promise<Opened> })[]

export const retentionMs = 30 * 86_400_000

const inTables = ({ endpoint, ...backend }: DynamoBackend) => ({
  ...backend,
  open: async (): Promise<OpenTableInbox> => {
    const newId = counter()
    const store = await openTable(eventsTable, endpoint)
    const inbox = createDynamoInbox({ ...store, newId, retentionMs })
    return { inbox, newId, expire: (now: number) => expireItems(store, now), store, close: store.close }
  },
})

export const memoryInbox = inTables(inMemory)
/** Over each DynamoDB, for one suite. */
export const tableInboxes: Opens<OpenTableInbox> = dynamoBackends.map(inTables)

/** The embedded store: in memory, and as a file of its own. */
export const openSqlite = (backend: 'SQLite' | 'SQLite in a file') => {
  const folder = backend === 'SQLite' ? undefined : mkdtempSync(join(tmpdir(), 'bridge-sqlite-'))
  const database = openDatabase(folder && join(folder, 'bridge.sqlite'))
  // No test pulls the plug, and a disk that is busy with an installation takes its time.
  database.connection.exec('PRAGMA synchronous = OFF')
  const close = async () => {
    database.close()
    if (folder) rmSync(folder, { recursive: true })
  }
  return { database, expire: async (now: number) => expireSome(database, now), close }
}
/** They need no DynamoDB Local, and run without it. */
export const sqliteNames = dynamoBackends.includes(inMemory) ? (['SQLite', 'SQLite in a file'] as const) : []

/** Over each store. */
export const inboxBackends: Opens<OpenInbox> = [
  ...sqliteNames.map((backend) => ({
    backend,
    open: async () => {
      const newId = counter()
      const { database, ...opened } = openSqlite(backend)
      return { inbox: createSqliteInbox({ database, newId, retentionMs }), newId, ...opened }
    },
  })),
  ...tableInboxes,
]

/** As webhooks store: deliveries and labels by requests that are signed without the SDK. */
export const signedBackends: typeof tableInboxes = tableInboxes.map(({ open, ...backend }) => ({
  ...backend,
  backend: `${backend.backend}, without the SDK`,
  open: async () => {
    const opened = await open()
    const items = signedItems(signedCallTo(opened.store))
    const accepting = createAcceptingInbox({ items, table: opened.store.table, newId: opened.newId })
    return { ...opened, inbox: { ...opened.inbox, ...accepting } }
  },
}))

/** A client of the table that signs its own requests. */
export const signedCallTo = ({ exchange, url }: Pick<OpenTable, 'exchange' | 'url'>) =>
  createSignedCall({
    service: awsServices.dynamoDb,
    access: { url, region: 'eu-central-1', accessKeyId: 'local', secretAccessKey: 'local', sessionToken: undefined },
    ...{ exchange, now: Date.now, sleep: async () => {}, random: Math.random },
  })

export function counter(): () => string {
  let last = 0
  return () => `write-${++last}`
}
