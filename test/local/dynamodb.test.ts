import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AttributeValue,
  BatchWriteItemCommand,
  CreateTableCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it, onTestFinished } from 'vitest'
import { released } from '../../lib/inbox/operator-transitions.ts'
import { toWaiting } from '../../lib/inbox/transitions.ts'
import { createDynamoInbox } from '../../lib/tables/dynamodb/dynamo-inbox.ts'
import { dueShards } from '../../lib/tables/dynamodb/shards.ts'
import { stateTable } from '../../lib/tables/dynamodb/tables.ts'
import { CannotStart } from '../../local/cannot-start.ts'
import { startDynamoDb } from '../../local/dynamodb.ts'
import { expireItems } from '../../local/expire-items.ts'
import { createReadyEvents } from '../../local/ready-events.ts'
import { startSweep } from '../../local/sweep.ts'
import { tableNames } from '../../local/table-names.ts'
import { localClient } from './local-client.ts'
import { temporaryFolder } from './running-stack.ts'

describe('the embedded tables', () => {
  it('keep their items on disk over a restart', async () => {
    const path = join(temporaryFolder(), 'dynamodb')
    const first = await open(path)
    expect(await accept(first.client, 'shopify/1')).toBe('accepted')
    await first.close()
    const second = await open(path)
    expect(await accept(second.client, 'shopify/1')).toBe('duplicate')
  })

  it('are refused in one sentence if their store cannot be opened', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'dynamodb')
    writeFileSync(path, '')
    expect(await refusal(path)).toBe(`${path} cannot be used as a folder (it is a file): start with another DATA_DIR.`)
    rmSync(path)

    const cannotBeOpened = (reason: string): string =>
      `${path} cannot be opened (${reason}): delete ${folder} to start with new data, or start with another DATA_DIR.`
    const running = await open(path)
    // No advice to delete it here: another process uses it.
    expect(await refusal(path)).toBe(
      `${path} cannot be opened (another process uses it): stop it first, or start with another DATA_DIR.`,
    )
    await running.close()
    writeFileSync(join(path, 'CURRENT'), 'MANIFEST-999999\n')
    expect(await refusal(path)).toBe(cannotBeOpened('no such file or directory'))
    writeFileSync(join(path, 'CURRENT'), 'spoilt')
    expect(await refusal(path)).toBe(cannotBeOpened('it is damaged'))
  })

  const key = { id: { S: 'one' } }
  const table = { TableName: tableNames.state }
  it.each([
    ['PutItem', { ...table, Item: { ...key, done: { S: 'yes' } } }, 'yes'],
    ['UpdateItem', { ...table, Key: key, AttributeUpdates: { done: { Value: { S: 'yes' } } } }, 'yes'],
    ['DeleteItem', { ...table, Key: key }, undefined],
    ['BatchWriteItem', { RequestItems: { [tableNames.state]: [{ DeleteRequest: { Key: key } }] } }, undefined],
  ])('report %s once it can be read, and no reads', async (target, input, done) => {
    const { url, client, onWrite } = await open(undefined)
    await client.send(new PutItemCommand({ ...table, Item: { ...key, done: { S: 'no' } } }))
    const read = async () => (await client.send(new GetItemCommand({ ...table, Key: key }))).Item?.done?.S
    const reported: Promise<string | undefined>[] = []
    onWrite(() => reported.push(read()))
    const request = post(url, target)
    request.flushHeaders()
    await begunRequests(url, 1)
    await inboxOf(client).due({ now: 1_000_000, limit: 10 })
    expect(await read()).toBe('no')
    expect(reported).toEqual([])
    request.end(JSON.stringify(input))
    await once(request, 'response')
    expect(await Promise.all(reported)).toEqual([done])
  })

  it('report an aborted write too, once it is done', async () => {
    const { url, client, onWrite } = await open(undefined)
    const begun = begunRequests(url, 1)
    const reported: boolean[] = []
    onWrite(async () => reported.push((await begun).response.writableEnded))
    const sent = post(url, 'BatchWriteItem').on('error', () => {})
    sent.flushHeaders()
    const { request } = await begun
    request.once('end', () => request.socket.destroy())
    sent.end(JSON.stringify({ RequestItems: { [tableNames.state]: longPuts } }))
    await expect.poll(() => reported).toEqual([true])
    const { Count } = await client.send(new ScanCommand({ TableName: tableNames.state, Select: 'COUNT' }))
    expect({ Count, reported }).toEqual({ Count: 25, reported: [true] })
  })

  it('survive a client that aborts in the middle of a request', async () => {
    const { url, client } = await open(undefined)
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf')
    await sleep(50)
    socket.destroy()
    await sleep(50)
    expect(await accept(client, 'shopify/1')).toBe('accepted')
  })

  it('close only after all requests have ended, aborted ones too, and throw nothing', async () => {
    const path = join(temporaryFolder(), 'dynamodb')
    const { url, client, close } = await open(path)
    await client.send(new BatchWriteItemCommand({ RequestItems: { [tableNames.state]: longPuts } }))
    const begun = begunRequests(url, 6)
    const gone = new AbortController()
    const scan = (options?: { abortSignal: AbortSignal }) =>
      client.send(new ScanCommand({ TableName: tableNames.state, Select: 'COUNT' }), options)
    const waiting = Promise.all([scan(), scan(), scan(), scan()])
    const aborted = Promise.allSettled([scan({ abortSignal: gone.signal }), scan({ abortSignal: gone.signal })])
    await begun
    gone.abort()
    await close()
    expect((await waiting).map(({ Count }) => Count)).toEqual([25, 25, 25, 25])
    expect((await aborted).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  it('answer requests that have arrived but are not read yet before they close', async () => {
    const { url, close } = await open(undefined)
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const health = `GET / HTTP/1.1\r\nhost: ${new URL(url).host}\r\n\r\n`
    socket.write(health)
    await once(socket, 'data')
    socket.write(health)
    const [answer] = await Promise.all([text(socket), close()])
    expect(answer).toContain('healthy')
  })
})

describe('what the local stream reads', () => {
  it('is each ready event and its item, until the event is claimed', async () => {
    const { client } = await open(undefined)
    await accept(client, 'shopify/1')
    const { readReady, readImage } = createReadyEvents({ client, now: () => 1_000_000, hintMs: 120_000 })
    const read = () => readReady(dueShards)
    expect(await read()).toEqual([{ id: 'shopify/1', epoch: 0 }])
    const image = await readImage({ id: 'shopify/1', epoch: 0 })
    expect(image).toMatchObject({ id: { S: 'shopify/1' }, status: { S: 'ready' } })
    await inboxOf(client).claim('shopify/1', { now: 1_000_000, leaseMs: 150_000 })
    expect(await read()).toEqual([])
    expect(await readImage({ id: 'shopify/1', epoch: 0 })).toBeUndefined()
  })

  it.each([
    ['of a slower time scale', 120_000_000, 120_000_000],
    ['left by a predecessor with a slower time scale', 120_000, 2_000],
  ])('is an event %s at once, but none that is overdue by more than a minute', async (_, leftMs, hintMs) => {
    const { client } = await open(undefined)
    await accept(client, 'shopify/1', leftMs)
    const readAt = (now: number) => createReadyEvents({ client, now: () => now, hintMs }).readReady(dueShards)
    const ready = [{ id: 'shopify/1', epoch: 0 }]
    expect(await readAt(1_000_000)).toEqual(ready)
    expect(await readAt(1_000_000 + leftMs + 60_000)).toEqual(ready)
    expect(await readAt(1_000_000 + leftMs + 60_001)).toEqual([])
  })

  it('is a released event again, and no event that waits', async () => {
    const { client } = await open(undefined)
    const inbox = inboxOf(client)
    await accept(client, 'shopify/1')
    const { readReady } = createReadyEvents({ client, now: () => 1_000_000, hintMs: 120_000 })
    const event = await inbox.claim('shopify/1', { now: 1_000_000, leaseMs: 150_000 })
    if (!event) throw new Error('nothing to claim')
    expect(await readReady(dueShards)).toEqual([])
    const why = { code: 'login_closed' } as const
    const waiting = toWaiting(event, { now: 1_000_001, writeId: 'w1', until: 1_060_000, why })
    await inbox.save(event, waiting)
    for (const _ of [1, 2]) expect(await readReady(dueShards)).toEqual([])
    await inbox.save(waiting, released(waiting, { now: 1_000_002, writeId: 'w2' }))
    for (const _ of [1, 2]) expect(await readReady(dueShards)).toEqual([{ id: 'shopify/1', epoch: 2 }])
  })
})

describe('the tables of an older version', () => {
  it('are left alone and reported', async () => {
    const path = join(temporaryFolder(), 'dynamodb')
    const first = await open(path)
    expect(first.hasOlderTables).toBe(false)
    await first.client.send(new CreateTableCommand({ ...stateTable, TableName: 'events' }))
    const item = { TableName: 'events', Item: { id: { S: 'old' }, expiresAt: { N: '1' } } }
    await expect
      .poll(() =>
        first.client.send(new PutItemCommand(item)).then(
          () => 'put',
          () => 'no',
        ),
      )
      .toBe('put')
    await first.close()
    const second = await open(path)
    expect(second.hasOlderTables).toBe(true)
    expect(await accept(second.client, 'old')).toBe('accepted')
    const sweep = startSweep({ client: second.client, now: Date.now, report: () => {} })
    await sleep(300)
    sweep.stop()
    const { Item } = await second.client.send(new GetItemCommand({ TableName: 'events', Key: { id: { S: 'old' } } }))
    expect(Item).toEqual(item.Item)
  })
})

describe('the sweep', () => {
  it('deletes what has expired from both tables, over as many pages as it takes, and nothing else', async () => {
    const { client } = await open(undefined)
    const now = 2_000_000_000
    const expired = Array.from({ length: 125 }, (_, at) => ({
      id: { S: `expired-${at}` },
      expiresAt: { N: '1999999' },
    }))
    const items: Record<string, AttributeValue>[] = [...expired]
    items.push({ id: { S: 'later' }, expiresAt: { N: '2000000' } }, { id: { S: 'never' } })
    for (const table of Object.values(tableNames)) {
      for (let from = 0; from < items.length; from += 25) {
        const puts = items.slice(from, from + 25).map((Item) => ({ PutRequest: { Item } }))
        await client.send(new BatchWriteItemCommand({ RequestItems: { [table]: puts } }))
      }
    }
    const errors: unknown[] = []
    const sweep = startSweep({ client, now: () => now, report: (...error) => errors.push(error) })
    const left = async (table: string) => {
      const { Items = [] } = await client.send(new ScanCommand({ TableName: table }))
      return Items.map(({ id }) => id?.S).toSorted()
    }
    await expect.poll(() => left(tableNames.state), { timeout: 20_000 }).toEqual(['later', 'never'])
    expect(await left(tableNames.events)).toEqual(['later', 'never'])
    sweep.stop()
    expect(errors).toEqual([])
  })

  it('leaves an item that was opened again after it was found', async () => {
    const { client } = await open(undefined)
    const documentClient = DynamoDBDocumentClient.from(client)
    const item = { TableName: tableNames.state, Item: { id: { S: 'one' }, expiresAt: { N: '1' } } }
    await client.send(new PutItemCommand(item))
    const reopen = { TableName: tableNames.state, Item: { id: { S: 'one' } } }
    const send = async (command: object) => {
      const answer = await documentClient.send(command as never)
      if (command.constructor.name === 'ScanCommand') await client.send(new PutItemCommand(reopen))
      return answer
    }
    const watched = Object.create(documentClient, { send: { value: send } })
    await expireItems({ documentClient: watched, table: tableNames.state }, 9e12)
    expect((await client.send(new ScanCommand({ TableName: tableNames.state }))).Count).toBe(1)
  })
})

/** The message for a person who starts with these tables; empty if they can be opened. */
async function refusal(path: string): Promise<string> {
  try {
    await (await startDynamoDb(path)).close()
  } catch (error) {
    if (error instanceof CannotStart) return error.message
    throw error
  }
  return ''
}

async function open(path: string | undefined) {
  const server = await startDynamoDb(path)
  const client = localClient(server.url)
  let open = true
  const close = async (): Promise<void> => {
    if (!open) return
    open = false
    // In this order: a client that is destroyed cuts its requests and sends them again.
    await server.close()
    client.destroy()
  }
  onTestFinished(close)
  return { ...server, client, close }
}

const long = { S: 'x'.repeat(30_000) }
const longPuts = Array.from({ length: 25 }, (_, at) => ({ PutRequest: { Item: { id: { S: `slow-${at}` }, long } } }))

/** A request whose body the caller sends later. dynalite does not check the signature. */
function post(url: string, target: string): ClientRequest {
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': `DynamoDB_20120810.${target}`,
    'x-amz-date': '20260302T090000Z',
    authorization: 'AWS4-HMAC-SHA256 Credential=local, SignedHeaders=host, Signature=none',
  }
  return request(url, { method: 'POST', headers })
}

type Begun = { request: IncomingMessage; response: ServerResponse }

/**
 * Resolves when the server at `url` in this process has begun `wanted` requests from now on; the value is the last one.
 */
function begunRequests(url: string, wanted: number): Promise<Begun> {
  const { promise, resolve } = Promise.withResolvers<Begun>()
  let begun = 0
  const onRequest = (message: unknown): void => {
    const last = message as Begun
    if (last.request.socket.localPort === Number(new URL(url).port) && ++begun === wanted) resolve(last)
  }
  subscribe('http.server.request.start', onRequest)
  onTestFinished(() => void unsubscribe('http.server.request.start', onRequest))
  return promise
}

let writes = 0

function inboxOf(client: DynamoDBClient) {
  const documentClient = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } })
  const newId = () => `write-${++writes}`
  return createDynamoInbox({ documentClient, table: tableNames.events, retentionMs: 1, newId })
}

function accept(client: DynamoDBClient, id: string, hintMs = 120_000): Promise<string> {
  const delivery = { body: Buffer.from('{}'), headers: {} }
  return inboxOf(client).accept({ id, source: 'shopify', delivery, now: 1_000_000, hintMs })
}
