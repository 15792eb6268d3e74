import { GetCommand } from '@aws-sdk/lib-dynamodb'
import type { Item } from '../../lib/inbox/items.ts'
import type { TableShape } from '../../lib/inbox/tables.ts'
import type { OpenTable } from '../../test/inbox/open-table.ts'

/** DynamoDB adds as much to each item, and to each entry of an index ("DynamoDB storage", developer guide). */
export const itemOverhead = 100

/** Bytes of the index entries that these items have now. Throws for an index that has more than keys. */
export async function entryBytes(
  { documentClient, table }: OpenTable,
  { KeySchema = [], GlobalSecondaryIndexes = [] }: TableShape,
  ids: readonly string[],
): Promise<number> {
  let total = 0
  for (const id of ids) {
    const { Item } = await documentClient.send(new GetCommand({ TableName: table, Key: { id } }))
    for (const index of GlobalSecondaryIndexes) {
      if (index.Projection?.ProjectionType !== 'KEYS_ONLY')
        throw new Error(`${index.IndexName} has more than keys: count what it projects`)
      total += Item ? bytesOfEntry(Item, [...KeySchema, ...(index.KeySchema ?? [])]) : 0
    }
  }
  return total
}

/** None if the item lacks a key of the index. */
function bytesOfEntry(item: Item, keys: readonly { AttributeName?: string | undefined }[]): number {
  const names = new Set(keys.map(({ AttributeName = '' }) => AttributeName))
  if ([...names].some((name) => item[name] === undefined)) return 0
  return [...names].reduce((sum, name) => sum + Buffer.byteLength(name) + keyBytes(item[name]), itemOverhead)
}

const keyBytes = (value: unknown): number =>
  typeof value === 'number' ? Math.ceil(String(value).length / 2) + 1 : Buffer.byteLength(String(value))
