import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { vi } from 'vitest'
import { getItem } from '../../lib/tables/dynamodb/conditional-write.ts'
import { createDynamoInbox } from '../../lib/tables/dynamodb/dynamo-inbox.ts'
import { createDynamoAudit } from '../../lib/tables/dynamodb/item-stores.ts'
import { eventsTable, stateTable } from '../../lib/tables/dynamodb/tables.ts'
import { listenSandbox } from '../../sandbox/listen.ts'
import { counter, retentionMs } from '../inbox/backends.ts'
import { createMemoryDynamo } from '../memory/memory-dynamo.ts'
import { memoryExchange, memorySdkClient } from '../memory/memory-exchange.ts'
import { environment, invoke, load } from './invoke.ts'

/** A write to a table: the table's name, and the columns that it sets or removes. */
export type Write = { table: string; columns: string[] }
export type Deployed = Awaited<ReturnType<typeof deploy>>

/**
 * The functions over both tables in memory and over a sandbox on loopback, with the SDK's own retries.
 * `end` stops and restores everything.
 */
export async function deploy() {
  const dynamo = createMemoryDynamo()
  dynamo.create(environment.EVENTS_TABLE, eventsTable)
  dynamo.create(environment.STATE_TABLE, stateTable)
  const client = memorySdkClient(memoryExchange(dynamo.execute), { region: environment.AWS_REGION, maxAttempts: 2 })
  const losing = loseAnswers(client)
  const documentClient = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } })
  const opened = vi.spyOn(DynamoDBDocumentClient, 'from').mockImplementation((own) => {
    hearOnly(own as DynamoDBClient, client)
    return documentClient
  })
  const manager = mockClient(SecretsManagerClient)
  const { url, sandbox, close } = await listenSandbox({ seed: 'demo', port: 0 })
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  const inbox = createDynamoInbox({ documentClient, table: environment.EVENTS_TABLE, newId: counter(), retentionMs })
  const setSecret = (text: string) =>
    manager.on(GetSecretValueCommand).resolves({ SecretString: text, VersionId: text.slice(0, 8) + text.length })
  /** Restores the right secret, as a new version. */
  const fixSecret = () => setSecret(JSON.stringify({ baseUrl: url, username: 'api-bridge', password: 'demo-password' }))
  fixSecret()
  return {
    inbox,
    audits: createDynamoAudit({ documentClient, table: environment.STATE_TABLE }),
    /** An item as it is stored. */
    itemOf: async (table: 'EVENTS_TABLE' | 'STATE_TABLE', id: string) =>
      await getItem({ documentClient, table: environment[table] }, id),
    manager,
    setSecret,
    fixSecret,
    /** The address of the back office. */
    url,
    /** The requests to the back office, by route. */
    calls: () => Object.fromEntries(sandbox.world.calls),
    ...losing,
    /** Invokes a new instance of the function, which knows nothing of an earlier one. */
    async call(name: 'worker' | 'retry' | 'operator' | 'audit', event: unknown, leftMs?: number): Promise<unknown> {
      return await invoke(await load(name), event, leftMs)
    },
    /** Accepts a delivery to the generic form that is due at once. */
    async accept(id: string, body: unknown): Promise<void> {
      const delivery = { body: Buffer.from(JSON.stringify(body)), headers: {} }
      await inbox.accept({ id, source: 'standard', delivery, now: Date.now(), hintMs: 0 })
    },
    returnsOf: (orderId: number) => sandbox.world.store.orders.childrenOf(orderId).filter(({ typeId }) => typeId === 3),
    commentsOf: (orderId: number) =>
      sandbox.world.store.comments
        .list()
        .filter(({ referenceValue, text }) => referenceValue === orderId && text.includes('[bridge:')),
    async end() {
      opened.mockRestore()
      manager.restore()
      vi.unstubAllEnvs()
      client.destroy()
      await close()
    },
  }
}

/**
 * Carries out the first write that matches but loses its answer, so that the SDK repeats it. `lost` counts the
 * requests.
 */
function loseAnswers(client: DynamoDBClient) {
  let matches: (write: Write) => boolean = () => false
  let lost: { input: object; sent: number } | undefined
  client.middlewareStack.add(
    (next) => async (args) => {
      const answered = await next(args).catch((error: unknown) => ({ error }))
      if (lost?.input === args.input) lost.sent += 1
      else if (!lost && matches(writeOf(args.input as Input))) {
        lost = { input: args.input, sent: 1 }
        throw Object.assign(new Error('the answer was lost'), { name: 'TimeoutError' })
      }
      if ('error' in answered) throw answered.error
      return answered
    },
    { step: 'deserialize', priority: 'low', name: 'loseAnswer' },
  )
  return {
    loseAnswerOf(write: (write: Write) => boolean) {
      matches = write
    },
    timesSent: () => lost?.sent ?? 0,
  }
}

type Input = {
  TableName?: string
  ExpressionAttributeNames?: Record<string, string>
  UpdateExpression?: string
  Item?: object
}

function writeOf(input: Input): Write {
  const { TableName: table = '', ExpressionAttributeNames: names = {}, UpdateExpression: expression, Item = {} } = input
  const written = Object.entries(names).filter(([alias]) => alias.startsWith('#c'))
  return { table, columns: expression === undefined ? Object.keys(Item) : written.map(([, column]) => column) }
}

/** The instance that was loaded last hears the answers of the tables in memory, as its own client lets it. */
function hearOnly(own: DynamoDBClient, tables: DynamoDBClient): void {
  const hearing = own.middlewareStack.clone()
  for (const entry of hearing.identify()) {
    const [name = ''] = entry.split(/ |:/)
    if (name !== 'hearDates') hearing.remove(name)
  }
  tables.middlewareStack.remove('hearDates')
  hearing.applyToStack(tables.middlewareStack)
}
