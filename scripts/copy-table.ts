import { parseArgs } from 'node:util'
import {
  ConditionalCheckFailedException,
  DescribeTableCommand,
  DynamoDBClient,
  PutItemCommand,
  paginateScan,
} from '@aws-sdk/client-dynamodb'

/** How many items were copied, and how many the other table had already. */
export type Copied = { copied: number; kept: number }

type Tables = { from: string; to: string }

const sideBySide = 25

/**
 * Copies each item of a table that the other table does not have. What is there stays as it is, because it is newer than a backup. Throws
 * before it copies anything if the tables differ in their keys or indexes.
 */
export async function copyTable(client: DynamoDBClient, { from, to }: Tables): Promise<Copied> {
  const shapes = await Promise.all([from, to].map((table) => shapeOf(client, table)))
  if (from === to || shapes[0] !== shapes[1])
    throw new Error(`${from} is no copy of ${to}: name the restored table of the same table.`)
  const result = { copied: 0, kept: 0 }
  for await (const { Items = [] } of paginateScan({ client }, { TableName: from, ConsistentRead: true })) {
    const waiting = [...Items]
    const work = async () => {
      for (let item = waiting.pop(); item; item = waiting.pop()) result[await put(item)] += 1
    }
    await Promise.all(Array.from({ length: sideBySide }, work))
  }
  return result

  async function put(Item: NonNullable<PutItemCommand['input']['Item']>): Promise<keyof Copied> {
    try {
      await client.send(new PutItemCommand({ TableName: to, Item, ConditionExpression: 'attribute_not_exists(id)' }))
      return 'copied'
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return 'kept'
      throw error
    }
  }
}

/** What both tables must have in common: the events table has indexes, and the state table has none. */
async function shapeOf(client: DynamoDBClient, TableName: string): Promise<string> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName })).catch((error: Error) => {
    throw new Error(`The table ${TableName} cannot be read: ${error.message}`)
  })
  const keys = (Table?.KeySchema ?? []).map(({ AttributeName }) => AttributeName)
  const indexes = (Table?.GlobalSecondaryIndexes ?? []).map(({ IndexName }) => IndexName).sort()
  return JSON.stringify({ keys, indexes })
}

async function main(): Promise<void> {
  const text = { type: 'string', default: '' } as const
  const { from, to } = parseArgs({ options: { from: text, to: text } }).values
  if (from === '' || to === '') throw new Error('Name both tables: npm run copy-table -- --from <table> --to <table>')
  // A copy may use all that the tables give: what is throttled comes again.
  const client = new DynamoDBClient({ maxAttempts: 10 })
  const { copied, kept } = await copyTable(client, { from, to }).finally(() => client.destroy())
  console.log(`${copied} items were copied to ${to}. ${kept} were there already and stay as they are.`)
}

if (import.meta.main)
  await main().catch((error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  })
