import { type DynamoDBClient, GetItemCommand, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb'
import dynaliteStore, { type Store } from 'dynalite/db/index.js'
import { describe, expect, it } from 'vitest'
import { leaveMark, takeMark } from '../../local/clean-stop.ts'
import { startDynamoDb } from '../../local/dynamodb.ts'
import { tableNames } from '../../local/table-names.ts'
import { localClient } from './local-client.ts'
import { temporaryFolder } from './running-stack.ts'

/** Opens the tables in `path`, runs `work` on them and closes them. */
async function withTables<T>(path: string, work: (client: DynamoDBClient) => Promise<T>): Promise<T> {
  const { url, close } = await startDynamoDb(path)
  const client = localClient(url)
  try {
    return await work(client)
  } finally {
    client.destroy()
    await close()
  }
}

/** Leaves the store as a kill between two writes of dynalite would. */
async function damage(path: string, work: (db: Store['db'], keys: string[]) => Promise<void>): Promise<void> {
  const { db } = dynaliteStore.create({ path })
  const keys: string[] = []
  for await (const [key] of db.iterator({ gte: '', lt: '~' })) keys.push(key)
  await work(db, keys)
  await db.close()
}

const itemOf = (id: string, wakeAt: number) => ({
  id: { S: id },
  status: { S: 'waiting' },
  wakeShard: { S: 'w0' },
  wakeAt: { N: String(wakeAt) },
  progress: { S: 'long' },
})

const put = (client: DynamoDBClient, id: string, wakeAt: number) =>
  client.send(new PutItemCommand({ TableName: tableNames.events, Item: itemOf(id, wakeAt) }))

/** The folder of a store with one event. */
async function stored(): Promise<string> {
  const path = temporaryFolder()
  await withTables(path, (client) => put(client, 'shop/1', 5_000))
  return path
}

async function due(client: DynamoDBClient) {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: tableNames.events,
      IndexName: 'wake',
      KeyConditionExpression: 'wakeShard = :shard',
      ExpressionAttributeValues: { ':shard': { S: 'w0' } },
    }),
  )
  return Items.map(({ id, wakeAt }) => [id?.S, Number(wakeAt?.N)])
}

const wakeRow = (key: string): boolean => key.startsWith(`index-global~${tableNames.events}~wake~`)

describe('a half-written store after a kill', () => {
  it('restores a missing row of the wake index', async () => {
    const path = await stored()
    await damage(path, (db, keys) => db.batch(keys.filter(wakeRow).map((key) => ({ type: 'del', key }))))
    expect(await withTables(path, due)).toEqual([['shop/1', 5_000]])
  })

  it('removes a row of the wake index whose event was not written', async () => {
    const path = await stored()
    let row: [string, unknown][] = []
    await damage(path, async (db, keys) => {
      const [key = ''] = keys.filter(wakeRow)
      row = await Array.fromAsync(db.iterator({ gte: key, lt: `${key}\xFF` }))
    })
    await withTables(path, (client) => put(client, 'shop/1', 9_000))
    await damage(path, (db) => db.batch(row.map(([key, value]) => ({ type: 'put', key, value }))))
    expect(await withTables(path, due)).toEqual([['shop/1', 9_000]])
  })

  it('updates index rows to what the event says', async () => {
    const path = await stored()
    await damage(path, async (db, keys) => {
      const rows = keys.filter((key) => key.startsWith('index-global~'))
      await db.batch(rows.map((key) => ({ type: 'put', key, value: itemOf('shop/1', 7_000) })))
    })
    expect(await withTables(path, due)).toEqual([['shop/1', 5_000]])
  })

  it('finishes a table that was being created', async () => {
    const path = await stored()
    await damage(path, async (db) => {
      const tables = await Array.fromAsync(db.iterator({ gte: 'table~', lt: 'table~\xFF' }))
      expect(tables).toHaveLength(2)
      const creating = tables.map(([key, table]) => [key, { ...(table as object), TableStatus: 'CREATING' }] as const)
      await db.batch(creating.map(([key, value]) => ({ type: 'put', key, value })))
    })
    const get = new GetItemCommand({ TableName: tableNames.events, Key: { id: { S: 'shop/1' } } })
    expect((await withTables(path, (client) => client.send(get))).Item).toEqual(itemOf('shop/1', 5_000))
  })

  it('is not looked for after a clean stop, which a start uses up', async () => {
    const path = await stored()
    await damage(path, (db, keys) => db.batch(keys.filter(wakeRow).map((key) => ({ type: 'del', key }))))
    // As if the damage had been there when the tables were closed.
    await leaveMark(path)
    expect(await withTables(path, due)).toEqual([])
    await takeMark(path)
    expect(await withTables(path, due)).toEqual([['shop/1', 5_000]])
  })

  it('is looked for where somebody has opened the store since the clean stop', async () => {
    const path = await stored()
    expect(await takeMark(path)).toBe(true)
    expect(await takeMark(path)).toBe(false)
    await withTables(path, async () => {})
    await damage(path, async () => {})
    expect(await takeMark(path)).toBe(false)
  })

  it('changes nothing in an undamaged store', async () => {
    const path = await stored()
    const all = async () => {
      const { db } = dynaliteStore.create({ path })
      const entries = await Array.fromAsync(db.iterator({ gte: '', lt: '~' }))
      await db.close()
      return entries
    }
    const before = await all()
    await withTables(path, async () => {})
    expect(await all()).toEqual(before)
    expect(before.length).toBeGreaterThan(3)
  })
})
