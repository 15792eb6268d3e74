import { randomUUID } from 'node:crypto'
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import { startDynamoDb } from '../../local/dynamodb.ts'
import { startSecretsManager } from '../../local/secrets-manager.ts'
import { toStreamRecord } from '../../local/stream-record.ts'
import { tableNames } from '../../local/table-names.ts'
import { matchesPattern } from '../stream/matches-pattern.ts'
import { startDatedFront } from './dated-front.ts'
import type { Deployment } from './packaged-function.ts'
import type { Unpacked } from './unpack.ts'

/** What the functions of a bridge stand on: tables, secrets, and who calls them. */
export type Ground = {
  functions: ReadonlyMap<string, Deployment>
  /** Who asks for work, and the name of the function that gets it. */
  called: Readonly<Record<Caller, string>>
  /** Of the tables, for whoever may read everything. */
  client: DynamoDBClient
  tables: { events: string; state: string }
  /** The record of an event for the worker. Throws if the deployed filter lets none through. */
  recordOf(id: string): Promise<DynamoDBRecord>
  close(): Promise<void>
}

export type Caller = 'shops' | 'forms' | 'stream' | 'retry' | 'audit' | 'operator'

/** Lays the ground for one bridge. `file` is like local/secrets.json; `now` is the time of all clocks. */
export type LayGround = (needs: { file: string; backOfficeUrl: string; now: () => number }) => Promise<Ground>

/** The packaged functions over embedded tables and local secrets. */
export const onThisMachine =
  (unpacked: Unpacked): LayGround =>
  async ({ file, backOfficeUrl, now }) => {
    const tables = await startDynamoDb(undefined)
    const dated = await startDatedFront(tables.url, now)
    const secrets = await startSecretsManager({ file, backOfficeUrl })
    const endpoints = { AWS_ENDPOINT_URL_DYNAMODB: dated.url, AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url }
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
    const client = new DynamoDBClient({ endpoint: tables.url, region: 'eu-central-1', credentials })
    return {
      functions: new Map(
        [...unpacked.functions].map(([name, deployment]) => [
          name,
          { ...deployment, variables: { ...deployment.variables, ...endpoints } },
        ]),
      ),
      called: {
        ...{ shops: 'shop-webhook', forms: 'form-webhook', stream: 'worker' },
        ...{ retry: 'retry', audit: 'audit', operator: 'operator' },
      },
      client,
      tables: tableNames,
      async recordOf(id) {
        const key = { TableName: tableNames.events, Key: { id: { S: id } }, ConsistentRead: true }
        const { Item } = await client.send(new GetItemCommand(key))
        if (!Item) throw new Error(`the event ${id} is not stored`)
        const record = toStreamRecord(Item, '100000000000000000001', randomUUID())
        if (!unpacked.filterPatterns.some((pattern) => matchesPattern(pattern, record)))
          throw new Error(`the deployed filter lets no record of ${id} through`)
        return record
      },
      async close() {
        client.destroy()
        await secrets.close()
        await dated.close()
        await tables.close()
      },
    }
  }
