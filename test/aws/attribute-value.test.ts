import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromAttributes, toAttribute, toAttributes } from '../../lib/aws/attribute-value.ts'

/** The SDK loses a field of this name. */
const name = fc.string().filter((text) => text !== '__proto__')
const bytes = fc.uint8Array({ maxLength: 8 }).map((some) => Buffer.from(some))
const texts = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 3 }).map((some) => new Set(some))
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }))
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    ...[fc.string(), number, fc.boolean(), fc.constant(null), bytes, texts],
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}))
const items = fc.dictionary(name, fc.option(value, { nil: undefined }), { noNullPrototype: true })

/** A table of one item over the SDK's client, which keeps what it is sent. */
function throughSdk() {
  let held = '{}'
  const handle = async ({ headers, body }: { headers: Record<string, string>; body: Uint8Array }) => {
    const isPut = headers['x-amz-target']?.endsWith('PutItem')
    if (isPut) held = Buffer.from(body).toString()
    const answer = isPut ? '{}' : JSON.stringify({ Item: JSON.parse(held).Item })
    return { response: { statusCode: 200, headers: {}, body: Buffer.from(answer) } }
  }
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' }
  const requestHandler = { handle, destroy: () => {} } as never
  const client = new DynamoDBClient({ region: 'eu-central-1', credentials, requestHandler })
  const documentClient = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } })
  return {
    write: async (Item: Record<string, unknown>): Promise<unknown> => {
      await documentClient.send(new PutCommand({ TableName: 't', Item }))
      return JSON.parse(held).Item
    },
    read: async () => (await documentClient.send(new GetCommand({ TableName: 't', Key: { id: '1' } }))).Item,
  }
}

it('an item is written as the SDK writes it, and read as the SDK reads it', async () => {
  const sdk = throughSdk()
  await fc.assert(
    fc.asyncProperty(items, async (item) => {
      const written = toAttributes(item)
      expect(written).toEqual(await sdk.write(item))
      expect(plain(fromAttributes(written))).toEqual(plain(await sdk.read()))
    }),
    { numRuns: 300 },
  )
})

/** The SDK reads bytes as an array of bytes. Ours are a buffer, which is one too. */
const plain = (read: unknown): unknown => {
  if (read instanceof Uint8Array) return [...read]
  if (Array.isArray(read)) return read.map(plain)
  if (read instanceof Set || read === null || typeof read !== 'object') return read
  return Object.fromEntries(Object.entries(read).map(([key, value]) => [key, plain(value)]))
}

it.each([
  [undefined],
  [Number.NaN],
  [Number.POSITIVE_INFINITY],
  [new Set()],
  [new Set([1])],
  [new Date(0)],
  [() => 1],
  [1n],
])('what no table can hold is refused before anything is sent: %s', (odd) => {
  expect(() => toAttribute(odd)).toThrow(TypeError)
  expect(() => toAttribute([odd])).toThrow(TypeError)
})
