import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb'

/** A table as `CreateTable` and `AWS::DynamoDB::Table` both take it, without its name. */
export type TableShape = Omit<CreateTableCommandInput, 'TableName'>

/**
 * One item an event (dedupe key `id`). Three sparse indexes that carry just what a list shows, never payload, commands or ledger:
 * `wake` (what is due, and what has ended, by shard), `list` (newest first, by bucket and shard) and `order` (the events of one order).
 */
export const eventsTable: TableShape = {
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  AttributeDefinitions: [
    { AttributeName: 'id', AttributeType: 'S' },
    { AttributeName: 'wakeShard', AttributeType: 'S' },
    { AttributeName: 'wakeAt', AttributeType: 'N' },
    { AttributeName: 'listKey', AttributeType: 'S' },
    { AttributeName: 'receivedAt', AttributeType: 'N' },
    { AttributeName: 'orderId', AttributeType: 'N' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'wake',
      KeySchema: [
        { AttributeName: 'wakeShard', KeyType: 'HASH' },
        { AttributeName: 'wakeAt', KeyType: 'RANGE' },
      ],
      Projection: {
        ProjectionType: 'INCLUDE',
        NonKeyAttributes: ['source', 'status', 'epoch', 'attempts', 'orderId', 'reason', 'receivedAt', 'updatedAt'],
      },
    },
    {
      IndexName: 'list',
      KeySchema: [
        { AttributeName: 'listKey', KeyType: 'HASH' },
        { AttributeName: 'receivedAt', KeyType: 'RANGE' },
      ],
      Projection: {
        ProjectionType: 'INCLUDE',
        NonKeyAttributes: ['source', 'status', 'wakeAt', 'epoch', 'attempts', 'orderId', 'reason', 'updatedAt'],
      },
    },
    {
      IndexName: 'order',
      KeySchema: [
        { AttributeName: 'orderId', KeyType: 'HASH' },
        { AttributeName: 'receivedAt', KeyType: 'RANGE' },
      ],
      Projection: {
        ProjectionType: 'INCLUDE',
        NonKeyAttributes: ['source', 'status', 'wakeAt', 'epoch', 'attempts', 'reason', 'updatedAt'],
      },
    },
  ],
  BillingMode: 'PAY_PER_REQUEST',
}

/** Order items (`order#<id>`), the session and the pace. */
export const stateTable: TableShape = {
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  BillingMode: 'PAY_PER_REQUEST',
}
