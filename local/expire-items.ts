import { DeleteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { type Item, isConditionFailure, type Table } from '../lib/inbox/conditional-write.ts'
import { expiresAtColumn } from '../lib/inbox/tables.ts'

/** Items of a page: while one is read nobody else is served. */
const pageItems = 100

type Read = (from: Item | undefined) => Promise<Item | undefined>

/** Deletes what has expired, as DynamoDB's time to live would, and on its condition: an item that has moved since stays. */
export async function expireItems(
  table: Table,
  now: number,
  pause: () => Promise<unknown> = async () => {},
): Promise<void> {
  const second = Math.floor(now / 1_000)
  const readPage: Read = async (from) => {
    const page = await table.documentClient.send(
      new ScanCommand({
        TableName: table.table,
        FilterExpression: '#expiresAt < :now',
        ProjectionExpression: 'id',
        ExpressionAttributeNames: { '#expiresAt': expiresAtColumn },
        ExpressionAttributeValues: { ':now': second },
        ExclusiveStartKey: from,
        Limit: pageItems,
      }),
    )
    for (const { id } of page.Items ?? []) await remove(table, id, second)
    return page.LastEvaluatedKey
  }
  for (let from = await readPage(undefined); from; from = await readPage(from)) await pause()
}

async function remove({ documentClient, table }: Table, id: string, second: number): Promise<void> {
  const command = new DeleteCommand({
    TableName: table,
    Key: { id },
    ConditionExpression: '#expiresAt < :now',
    ExpressionAttributeNames: { '#expiresAt': expiresAtColumn },
    ExpressionAttributeValues: { ':now': second },
  })
  await documentClient.send(command).catch((error: unknown) => {
    if (!isConditionFailure(error)) throw error
  })
}
