import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import { openTables } from '../stream/open-tables.ts'
import { nextRecordOf } from '../stream/read-stream.ts'
import { startDatedFront } from './dated-front.ts'
import type { Deployment } from './packaged-function.ts'
import { startSecretsManager } from './secrets-manager.ts'
import { type Unpacked, withTables } from './unpack.ts'

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

export type Caller = 'shops' | 'forms' | 'decide' | 'stream' | 'retry' | 'audit' | 'operator'

/** Lays the ground for one bridge. `file` is like local/secrets.json; `now` is the time of all clocks. */
export type LayGround = (needs: { file: string; backOfficeUrl: string; now: () => number }) => Promise<Ground>

/** The packaged functions over DynamoDB Local, whose address is given, and local secrets. */
export const onThisMachine =
  (unpacked: Unpacked, endpoint: string | undefined): LayGround =>
  async ({ file, backOfficeUrl, now }) => {
    const { url, client, names, records, close } = await openTables(endpoint)
    const dated = await startDatedFront(url, now)
    const secrets = await startSecretsManager({ file, backOfficeUrl })
    const endpoints = { AWS_ENDPOINT_URL_DYNAMODB: dated.url, AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url }
    return {
      functions: new Map(
        [...unpacked.functions].map(([name, deployment]) => [
          name,
          { ...deployment, variables: { ...withTables(deployment.variables, names), ...endpoints } },
        ]),
      ),
      called: {
        ...{ shops: 'shop-webhook', forms: 'form-webhook', decide: 'decide', stream: 'worker' },
        ...{ retry: 'retry', audit: 'audit', operator: 'operator' },
      },
      client,
      tables: names,
      recordOf: nextRecordOf(records, unpacked.filterPatterns),
      async close() {
        await secrets.close()
        await dated.close()
        await close()
      },
    }
  }
