import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import * as commands from '@aws-sdk/lib-dynamodb'
import { type AttributeValue, fromAttributes, toAttributes } from '../../lib/aws/attribute-value.ts'
import type { Exchange } from '../../lib/aws/exchange.ts'
import type { Item } from './item-copy.ts'
import type { MemoryDynamo } from './memory-dynamo.ts'

const { PutCommand, GetCommand, UpdateCommand, DeleteCommand, QueryCommand, ScanCommand, BatchGetCommand } = commands
const operations: Readonly<Record<string, new (input: never) => object>> = {
  ...{ PutItem: PutCommand, GetItem: GetCommand, UpdateItem: UpdateCommand, DeleteItem: DeleteCommand },
  ...{ Query: QueryCommand, Scan: ScanCommand, BatchGetItem: BatchGetCommand },
}

/** DynamoDB's own protocol in front of the tables in memory, for clients that sign their requests; nobody checks a signature. */
export function memoryExchange(execute: MemoryDynamo['execute']): Exchange {
  return async ({ headers, body }) => {
    const date = new Date().toUTCString()
    const Command = operations[headers['x-amz-target']?.split('.')[1] ?? '']
    if (!Command) throw new Error(`${headers['x-amz-target']} is no request of the adapters`)
    try {
      const output = execute(new Command(converted(JSON.parse(body), fromAttributes) as never))
      return { status: 200, date, body: JSON.stringify(converted(output, toAttributes)) }
    } catch (error) {
      const { name, message } = error as Error
      return {
        status: 400,
        date,
        body: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message }),
      }
    }
  }
}

/** The fields of requests and answers that are an item, a list of items, or such lists by table. */
const one = new Set(['Item', 'Attributes', 'Key', 'ExpressionAttributeValues', 'ExclusiveStartKey', 'LastEvaluatedKey'])
const ofMany = new Set(['Items', 'Keys'])
const byTable = new Set(['RequestItems', 'UnprocessedKeys'])
type Convert = (item: Record<string, AttributeValue>) => Item

function converted(fields: Item, convert: Convert): Item {
  const each = convert as (item: unknown) => Item
  const read = ([name, value]: [string, unknown]): unknown => {
    if (one.has(name)) return each(value)
    if (ofMany.has(name)) return (value as unknown[]).map(each)
    if (name === 'Responses') return mapped(value, (items) => (items as unknown[]).map(each))
    return byTable.has(name) ? mapped(value, (asked) => converted(asked as Item, convert)) : value
  }
  return Object.fromEntries(Object.entries(fields).map((field) => [field[0], read(field)]))
}

const mapped = (value: unknown, to: (inner: unknown) => unknown): Item =>
  Object.fromEntries(Object.entries(value as Item).map(([name, inner]) => [name, to(inner)]))

/** The SDK's client of the same tables: its protocol and its retries, without a socket and a signature. */
export function memorySdkClient(exchange: Exchange, settings: DynamoDBClientConfig): DynamoDBClient {
  const url = new URL('http://tables.invalid')
  const handle = async ({ headers, body }: { headers: Record<string, string>; body: Uint8Array }) => {
    const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString()
    const answer = await exchange({ url, headers, body: text })
    const { status: statusCode, date = '' } = answer
    return { response: { statusCode, headers: { date }, body: Buffer.from(answer.body) } }
  }
  return new DynamoDBClient({
    ...settings,
    endpoint: url.href,
    requestHandler: { handle, destroy: () => {} },
    signer: { sign: async (request) => request },
  } as DynamoDBClientConfig)
}
