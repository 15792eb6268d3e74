import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CreateTableCommand, DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { expect, it, onTestFinished } from 'vitest'
import { eventsTable, stateTable, type TableShape } from '../../scripts/dynamodb-local/tables.ts'
import { dynamoBackends, overEach } from '../inbox/over-each.ts'

const program = join(import.meta.dirname, '../../scripts/copy-table.ts')
const region = 'eu-central-1'
const credentials = { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local', AWS_REGION: region }

/** Two tables and their items. */
async function openTables(endpoint: string | undefined, shapes: readonly [TableShape, TableShape]) {
  const client = new DynamoDBClient({ endpoint, region, credentials: { accessKeyId: 'a', secretAccessKey: 'b' } })
  const [from, to] = ['restored', 'deployed'] as const
  await client.send(new CreateTableCommand({ TableName: from, ...shapes[0] }))
  await client.send(new CreateTableCommand({ TableName: to, ...shapes[1] }))
  onTestFinished(async () => {
    for (const TableName of [from, to]) await client.send(new DeleteTableCommand({ TableName }))
    client.destroy()
  })
  const documents = DynamoDBDocumentClient.from(client)
  return {
    ...{ from, to },
    put: (TableName: string, Item: object) => documents.send(new PutCommand({ TableName, Item: { ...Item } })),
    get: async (TableName: string, id: string) =>
      (await documents.send(new GetCommand({ TableName, Key: { id } }))).Item,
    /** As a person runs it. */
    copy: async (...options: string[]) => {
      const env = { PATH: process.env.PATH, ...credentials, AWS_ENDPOINT_URL_DYNAMODB: endpoint }
      return await promisify(execFile)(process.execPath, [program, ...options], { env }).catch((error) => error)
    },
  }
}

overEach(dynamoBackends, 'npm run copy-table', ({ endpoint }) => {
  const open = (...shapes: [TableShape, TableShape]) => openTables(endpoint, shapes)

  it('copies what is missing, bytes and sets included, and leaves what is there', async () => {
    const { from, to, put, get, copy } = await open(eventsTable, eventsTable)
    const event = {
      id: 'a/1',
      body: Buffer.from([0, 255, 10]),
      numbers: new Set(['1', '2']),
      wakeAt: 5,
      list: [{}, null],
    }
    await put(from, event)
    await put(from, { id: 'a/2', status: 'ready' })
    await put(to, { id: 'a/2', status: 'done' })
    const { stdout } = await copy('--from', from, '--to', to)
    expect(stdout).toBe(`1 items were copied to ${to}. 1 were there already and stay as they are.\n`)
    const copied = await get(to, 'a/1')
    expect(Buffer.from(copied?.body as Uint8Array)).toEqual(event.body)
    expect(copied).toMatchObject({ numbers: event.numbers, wakeAt: 5, list: event.list })
    expect(await get(to, 'a/2')).toEqual({ id: 'a/2', status: 'done' })
  })

  it('copies every page of a table', async () => {
    const { from, to, put, copy } = await open(stateTable, stateTable)
    // A page has one MB.
    for (let at = 0; at < 12; at += 1) await put(from, { id: `order#${at}`, text: 'x'.repeat(200_000) })
    expect((await copy('--from', from, '--to', to)).stdout).toContain('12 items were copied')
    expect((await copy('--from', from, '--to', to)).stdout).toContain('0 items were copied')
  })

  it('copies nothing from the events table to the state table', async () => {
    const { from, to, put, get, copy } = await open(eventsTable, stateTable)
    await put(from, { id: 'a/1' })
    const { code, stderr } = await copy('--from', from, '--to', to)
    expect([code, stderr]).toEqual([1, `${from} is no copy of ${to}: name the restored table of the same table.\n`])
    expect(await get(to, 'a/1')).toBeUndefined()
  })

  it.each([
    [['--from', 'x'], 'Name both tables'],
    [['--from', 'absent', '--to', 'deployed'], 'The table absent cannot be read: '],
  ])('says what is missing in one sentence: %j', async (options, says) => {
    const { copy } = await open(stateTable, stateTable)
    const { code, stderr } = await copy(...options)
    expect(stderr).toMatch(says)
    expect([code, stderr.trim().split('\n').length]).toEqual([1, 1])
  })
})
