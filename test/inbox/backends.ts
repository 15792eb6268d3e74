import { awsServices, createSignedCall } from '../../lib/aws/signed-call.ts'
import type { Inbox } from '../../lib/inbox/inbox.ts'
import { createAcceptingInbox } from '../../lib/tables/dynamodb/accepting-inbox.ts'
import { createDynamoInbox } from '../../lib/tables/dynamodb/dynamo-inbox.ts'
import { signedItems } from '../../lib/tables/dynamodb/signed-items.ts'
import { eventsTable } from '../../lib/tables/dynamodb/tables.ts'
import { expireItems } from '../../local/expire-items.ts'
import { type OpenTable, openTable } from './open-table.ts'
import { type Backend, type DynamoBackend, dynamoBackends, inMemory } from './over-each.ts'

export type OpenInbox = {
  inbox: Inbox
  newId: () => string
  /** Deletes what has expired, as the table's time to live would. */
  expire: (now: number) => Promise<unknown>
  store: OpenTable
  close: () => Promise<void>
}

export const retentionMs = 30 * 86_400_000

type InboxBackend = Backend & { open: () => Promise<OpenInbox> }

const byItself = ({ endpoint, ...backend }: DynamoBackend): InboxBackend => ({
  ...backend,
  open: async () => {
    const newId = counter()
    const store = await openTable(eventsTable, endpoint)
    const inbox = createDynamoInbox({ ...store, newId, retentionMs })
    return { inbox, newId, expire: (now: number) => expireItems(store, now), store, close: store.close }
  },
})

export const memoryInbox = byItself(inMemory)
/** Over each table, for one suite. */
export const inboxBackends: InboxBackend[] = dynamoBackends.map(byItself)

/** As webhooks store: deliveries and labels by requests that are signed without the SDK. */
export const signedBackends: InboxBackend[] = inboxBackends.map(({ open, ...backend }) => ({
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
