import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb'

/** A table as `CreateTable` and `AWS::DynamoDB::Table` both take it, without its name. */
export type TableShape = Omit<CreateTableCommandInput, 'TableName'>

/** An index of keys alone: an entry costs one unit. An event without the partition key is not in it. */
const index = (IndexName: string, partition: string, sort: string) => ({
  IndexName,
  KeySchema: [
    { AttributeName: partition, KeyType: 'HASH' as const },
    { AttributeName: sort, KeyType: 'RANGE' as const },
  ],
  Projection: { ProjectionType: 'KEYS_ONLY' as const },
})

const keyColumn = (AttributeName: string, AttributeType: 'S' | 'N') => ({ AttributeName, AttributeType })

/** Events by id. Indexes: `wake` has what is due, held or failed, by time, `list` all by receipt, `order` those of an order. */
export const eventsTable: TableShape = {
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  AttributeDefinitions: [
    keyColumn('id', 'S'),
    keyColumn('wakeShard', 'S'),
    keyColumn('wakeAt', 'N'),
    keyColumn('listShard', 'S'),
    keyColumn('receivedAt', 'N'),
    keyColumn('orderKey', 'S'),
  ],
  GlobalSecondaryIndexes: [
    index('wake', 'wakeShard', 'wakeAt'),
    index('list', 'listShard', 'receivedAt'),
    index('order', 'orderKey', 'receivedAt'),
  ],
  BillingMode: 'PAY_PER_REQUEST',
}

/** Write records (`order#<id>` and others), facts, the session, the pace and how far the audit has come. */
export const stateTable: TableShape = {
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  AttributeDefinitions: [keyColumn('id', 'S')],
  BillingMode: 'PAY_PER_REQUEST',
}

/** Of both tables: the time to live, in seconds. */
export const expiresAtColumn = 'expiresAt'
