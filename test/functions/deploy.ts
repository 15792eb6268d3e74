import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { vi } from 'vitest'
import { getItem } from '../../lib/tables/dynamodb/conditional-write.ts'
import { createDynamoInbox } from '../../lib/tables/dynamodb/dynamo-inbox.ts'
import { createDynamoAudit } from '../../lib/tables/dynamodb/item-stores.ts'
import { listenSandbox } from '../../sandbox/listen.ts'
import { eventsTable, stateTable } from '../../scripts/dynamodb-local/tables.ts'
import { counter, retentionMs } from '../inbox/backends.ts'
import { createMemoryDynamo } from '../memory/memory-dynamo.ts'
import { memoryExchange, memorySdkClient } from '../memory/memory-exchange.ts'
import { environment, invoke, load } from './invoke.ts'

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
  setSecret(JSON.stringify({ baseUrl: url, username: 'api-bridge', password: 'demo-password' }))
  return {
    inbox,
    audits: createDynamoAudit({ documentClient, table: environment.STATE_TABLE }),
    /** An item as it is stored. */
    itemOf: async (table: 'EVENTS_TABLE' | 'STATE_TABLE', id: string) =>
      await getItem({ documentClient, table: environment[table] }, id),
    manager,
    setSecret,
    /** The address of the back office. */
    url,
    /** The requests to the back office, by route. */
    calls: () => Object.fromEntries(sandbox.world.calls),
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
