import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClock } from '../../lib/clock.ts'
import { hearDates } from '../../lib/tables/dynamodb/hear-dates.ts'

/** A table whose clock is an hour fast. It refuses what is put. */
const fast = createServer((request, response) => {
  const isPut = String(request.headers['x-amz-target']).endsWith('PutItem')
  const error = { __type: 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException', message: 'no' }
  response.writeHead(isPut ? 400 : 200, {
    'content-type': 'application/x-amz-json-1.0',
    date: new Date(Date.now() + 3_600_000).toUTCString(),
  })
  response.end(JSON.stringify(isPut ? error : {}))
})
beforeAll(() => new Promise<void>((resolve) => void fast.listen(0, '127.0.0.1', resolve)))
afterAll(() => fast.close())

const settings = { region: 'eu-central-1', credentials: { accessKeyId: 'a', secretAccessKey: 'b' }, maxAttempts: 1 }

it.each(['answer', 'refusal'])('the clock hears the Date of an %s of the table', async (what) => {
  const logged: Record<string, unknown>[] = []
  const log = { warn: () => {}, error: (_: string, fields: Record<string, unknown>) => void logged.push(fields) }
  const clock = createClock({ wall: Date.now, monotonic: () => performance.now(), log })
  const { port } = fast.address() as AddressInfo
  const client = new DynamoDBClient({ ...settings, endpoint: `http://127.0.0.1:${port}` })
  hearDates(client, clock)
  const id = { id: { S: 'a' } }
  if (what === 'answer') await client.send(new GetItemCommand({ TableName: 'events', Key: id }))
  else await expect(client.send(new PutItemCommand({ TableName: 'events', Item: id }))).rejects.toThrow('no')
  expect(clock.isRight()).toBe(false)
  expect(logged).toMatchObject([{ witness: 'table' }])
  expect(Number(logged[0]?.aheadMs)).toBeLessThan(-3_590_000)
  client.destroy()
})
