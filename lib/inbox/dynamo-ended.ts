import { DeleteCommand, paginateQuery } from '@aws-sdk/lib-dynamodb'
import { getItem, isConditionFailure, type Table } from './conditional-write.ts'
import { endedFirst } from './ended-order.ts'
import type { EndedSummary } from './event.ts'
import { toEndedSummary } from './event-item.ts'
import type { EndedQuery } from './inbox.ts'
import { endedShard, shards } from './shards.ts'

/** One query a shard of the part of the `wake` index that holds this stage: what is stored besides costs nothing. */
export async function readEnded(table: Table, query: EndedQuery): Promise<EndedSummary[]> {
  const rows = await Promise.all(shards.map((shard) => readShard(table, query, endedShard(query.stage, shard))))
  return rows.flat().sort(endedFirst).slice(0, query.limit)
}

/** The index sorts by time alone: a page counts only when every event of its last millisecond is read. */
async function readShard(table: Table, { until, limit, after }: EndedQuery, shard: string): Promise<EndedSummary[]> {
  const query = {
    TableName: table.table,
    IndexName: 'wake',
    KeyConditionExpression: 'wakeShard = :shard AND wakeAt BETWEEN :from AND :until',
    ExpressionAttributeValues: { ':shard': shard, ':from': after?.endedAt ?? 0, ':until': until },
  }
  if ((after?.endedAt ?? 0) > until) return []
  const found: EndedSummary[] = []
  for await (const page of paginateQuery({ client: table.documentClient, pageSize: limit + 1 }, query)) {
    const rows = (page.Items ?? []).map(toEndedSummary)
    found.push(...rows.filter((row) => after === undefined || endedFirst(row, after) > 0))
    const last = rows.at(-1)
    const wanted = found[limit - 1]
    if (last && wanted && last.endedAt > wanted.endedAt) break
  }
  return found
}

/** One DeleteItem; a repeat of this very request whose answer was lost finds nothing any more, which is as good. */
export async function removeErased(
  { documentClient, table }: Table,
  { id, epoch }: Pick<EndedSummary, 'id' | 'epoch'>,
): Promise<boolean> {
  try {
    await documentClient.send(
      new DeleteCommand({
        TableName: table,
        Key: { id },
        ConditionExpression: 'attribute_not_exists(id) OR (#epoch = :epoch AND attribute_exists(#expiresAt))',
        ExpressionAttributeNames: { '#epoch': 'epoch', '#expiresAt': 'expiresAt' },
        ExpressionAttributeValues: { ':epoch': epoch },
      }),
    )
    return true
  } catch (error) {
    if (!isConditionFailure(error)) throw error
    return (await getItem({ documentClient, table }, id)) === undefined
  }
}
