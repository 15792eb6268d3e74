import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import type { Table } from './conditional-write.ts'
import { parseCursor, toCursor } from './cursor.ts'
import type { EventSummary } from './event.ts'
import { toSummary } from './event-item.ts'
import type { ListQuery } from './inbox.ts'
import { type After, mergePartitions, type Page } from './merge-partitions.ts'
import { bucketOf, buckets, isOpen, listKey, shards } from './shards.ts'

/** Pages a list reads beyond the first of each partition, and rows of a page where a filter throws most of them away. */
const morePages = 12
const filteredPageRows = 100

/** Newest first, from the `order` index for one order and else from `list`; what has no index of its own is filtered as it is read. */
export async function readList(table: Table, query: ListQuery): Promise<{ events: EventSummary[]; cursor?: string }> {
  const { orderId, status, limit, cursor } = query
  const among = status ? [bucketOf(status)] : buckets
  const keys =
    orderId === undefined ? among.flatMap((bucket) => shards.map((shard) => listKey(bucket, shard))) : [`${orderId}`]
  const { rows, place } = await mergePartitions<EventSummary>({
    keys,
    start: parseCursor(cursor),
    limit,
    maxPages: keys.length + morePages,
    readPage: (key, after) => readPage(table, query, { key, ...after }),
  })
  return place ? { events: rows, cursor: toCursor(place) } : { events: rows }
}

type Start = After & { key: string }

async function readPage(
  { documentClient, table }: Table,
  query: ListQuery,
  { key, from, newest }: Start,
): Promise<Page<EventSummary>> {
  const [name, value] =
    query.orderId === undefined ? (['listKey', key] as const) : (['orderId', query.orderId] as const)
  const filter = filterOf(query)
  const bound = newest !== undefined && { ':newest': newest }
  const answer = await documentClient.send(
    new QueryCommand({
      TableName: table,
      IndexName: query.orderId === undefined ? 'list' : 'order',
      KeyConditionExpression: `#partition = :partition${bound ? ' AND receivedAt <= :newest' : ''}`,
      ...filter,
      ExpressionAttributeNames: { '#partition': name, ...filter?.ExpressionAttributeNames },
      ExpressionAttributeValues: { ':partition': value, ...bound, ...filter?.ExpressionAttributeValues },
      ExclusiveStartKey: from && { [name]: value, id: from.id, receivedAt: from.receivedAt },
      ScanIndexForward: false,
      Limit: filter ? filteredPageRows : query.limit,
    }),
  )
  const last = answer.LastEvaluatedKey
  return {
    rows: (answer.Items ?? []).map(toSummary),
    readTo: last ? { id: last.id, receivedAt: last.receivedAt } : 'end',
  }
}

/** A bucket stands for its status but for `open`, and the `order` index knows no status at all. */
function filterOf({ source, status, orderId }: ListQuery): Partial<QueryCommandInput> | undefined {
  const byStatus = status !== undefined && (orderId !== undefined || isOpen(status)) ? { status } : {}
  const fields = Object.entries({ ...byStatus, ...(source !== undefined && { source }) })
  if (fields.length === 0) return undefined
  return {
    FilterExpression: fields.map(([name]) => `#${name} = :${name}`).join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(fields.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
  }
}
