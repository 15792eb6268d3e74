import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { environment, formDelivery, invoke, load, refundDelivery } from './invoke.ts'

const secret = 'whsec_YSBzZWNyZXQgb2YgdGhpcyB0ZXN0LCBmb3IgYm90aA=='

/** A table of one item that carries out the first write but loses its answer, so that the SDK repeats the request. */
const asked: string[] = []
let item: Record<string, unknown> | undefined
let loses: 'connection' | 'answer' = 'connection'
let writer: string | undefined
const table = createServer((request, response) => void answer(request, response))

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const operation = String(request.headers['x-amz-target']).split('.')[1] ?? ''
  const input = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString())
  const reply = (status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' })
    response.end(JSON.stringify(body))
  }
  if (operation === 'GetSecretValue')
    return reply(200, { SecretString: JSON.stringify({ shopify: [secret], standard: [secret] }), VersionId: 'v1' })
  asked.push(operation)
  if (operation === 'GetItem') return reply(200, item ? { Item: item } : {})
  if (item) {
    return reply(400, { __type: 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException', message: 'failed' })
  }
  item = writer === undefined ? input.Item : { ...input.Item, writeId: { S: writer } }
  if (loses === 'connection') request.socket.destroy()
  // Otherwise sends no answer, so that the request times out.
}

beforeAll(async () => await new Promise<void>((resolve) => table.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  table.closeAllConnections()
  table.close()
})
beforeEach(() => {
  asked.length = 0
  item = undefined
  writer = undefined
  const endpoint = `http://127.0.0.1:${(table.address() as AddressInfo).port}`
  for (const [name, value] of Object.entries({ ...environment, AWS_ENDPOINT_URL: endpoint })) vi.stubEnv(name, value)
})
afterEach(() => void vi.unstubAllEnvs())

const deliveries = { 'shop-webhook': refundDelivery(secret), 'form-webhook': formDelivery(secret) }
const deliver = async (name: keyof typeof deliveries = 'shop-webhook') => {
  return await invoke(await load(name), deliveries[name], 5_000)
}

describe('a write to the table whose answer was lost', () => {
  it.each([
    ['connection', 'shop-webhook'],
    ['answer', 'shop-webhook'],
    ['connection', 'form-webhook'],
  ] as const)(
    'with the %s is reported as accepted by %s, because the stored writeId is our own',
    async (what, name) => {
      loses = what
      expect(await deliver(name)).toMatchObject({ statusCode: 200, body: expect.stringContaining('"accepted"') })
      expect(asked).toEqual(['PutItem', 'PutItem', 'GetItem'])
    },
  )

  it('is reported as a duplicate if the stored writeId is not our own', async () => {
    loses = 'connection'
    writer = 'another'
    expect(await deliver()).toMatchObject({ statusCode: 200, body: expect.stringContaining('"duplicate"') })
  })
})
