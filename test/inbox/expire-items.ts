import { DeleteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import type { Table } from '../../lib/tables/dynamodb/conditional-write.ts'
import { isConditionFailure } from '../../lib/tables/dynamodb/items.ts'
import { expiresAtColumn } from '../../scripts/dynamodb-local/tables.ts'

/** Items of a page. The tables answer nothing else while a page is read. */
const pageItems = 100

/**
 * Deletes expired items, as DynamoDB's time to live does. An item whose `expiresAt` has changed meanwhile stays.
 * `goOn` is asked before each page.
 */
export async function expireItems(
  table: Table,
  now: number,
  goOn: () => Promise<boolean> = async () => true,
): Promise<void> {
  const second = Math.floor(now / 1_000)
  let from: Record<string, unknown> | undefined
  do {
    if (!(await goOn())) return
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
    from = page.LastEvaluatedKey
  } while (from)
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
