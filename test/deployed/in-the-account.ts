import { readFile } from 'node:fs/promises'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams'
import { DeleteCommand, DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb'
import type { LayGround } from '../packaged/ground.ts'
import { nextRecordOf, readStream } from '../stream/read-stream.ts'
import type { Account } from './account.ts'

type Secrets = { backOffice: Record<string, string>; sources: Record<string, string[]> }

/**
 * The deployed functions over the deployed tables, which it empties unless `keep` is set, and the deployed secrets, which it writes unless
 * `keepSecrets` is set.
 */
export const inTheAccount =
  (account: Account, { keep = false, keepSecrets = false } = {}): LayGround =>
  async ({ file, backOfficeUrl, now }) => {
    const { functions, called, outputs, stream } = await account.stack()
    account.clock.now = now
    const { EventsTable: events = '', StateTable: state = '' } = outputs
    const settings = { endpoint: account.emulator.url, region: 'eu-central-1' }
    const client = new DynamoDBClient({ ...settings, credentials: account.emulator.aws })
    for (const table of keep ? [] : [events, state]) await emptyTable(DynamoDBDocumentClient.from(client), table)
    const { backOffice, sources } = JSON.parse(await readFile(file, 'utf8')) as Secrets
    const isSet = Object.keys(backOffice).length > 0
    if (!keepSecrets) {
      await putSecret(outputs.BackOfficeSecret, isSet ? { ...backOffice, baseUrl: backOfficeUrl } : {})
      await putSecret(outputs.SourcesSecret, sources)
    }

    async function putSecret(SecretId: string | undefined, value: object): Promise<void> {
      const SecretString = JSON.stringify(value)
      await account.emulator.call('secretsmanager', 'put_secret_value', { SecretId, SecretString })
    }

    const worker = functions.get(called.stream)
    if (!worker) throw new Error(`the function of the stream, ${called.stream}, is not deployed`)
    // Lambda reads the stream with the rights of the function's role.
    const streams = new DynamoDBStreamsClient({
      ...settings,
      credentials: {
        accessKeyId: worker.variables.AWS_ACCESS_KEY_ID ?? '',
        secretAccessKey: worker.variables.AWS_SECRET_ACCESS_KEY ?? '',
        sessionToken: worker.variables.AWS_SESSION_TOKEN ?? '',
      },
    })
    const records = () => readStream(streams, stream.arn)
    const recordOf = nextRecordOf(records, stream.patterns, (await records()).length)

    return {
      functions: new Map(
        [...functions].map(([name, one]) => [name, { ...one, variables: { ...one.variables, ...account.endpoints } }]),
      ),
      called,
      client,
      tables: { events, state },
      recordOf,
      async close() {
        account.clock.now = () => Date.now()
        client.destroy()
        streams.destroy()
      },
    }
  }

async function emptyTable(client: DynamoDBDocumentClient, TableName: string): Promise<void> {
  const { Items = [] } = await client.send(new ScanCommand({ TableName, ProjectionExpression: 'id' }))
  for (const { id } of Items) await client.send(new DeleteCommand({ TableName, Key: { id } }))
}
