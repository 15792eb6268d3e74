import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { type EventSummary, isOpen } from '../../inbox/event.ts'
import { fitsQuery, listedFrom } from '../../inbox/fits-query.ts'
import { isKnownFormat } from '../../inbox/format.ts'
import type { ListQuery, Place } from '../../inbox/inbox.ts'
import { type After, mergePartitions, type Page, parseCursor, toCursor } from '../../inbox/merge-partitions.ts'
import type { Table } from './conditional-write.ts'
import { summaryProjection, toSummary } from './event-item.ts'
import { readItems } from './read-items.ts'
import { listShards, orderKey, wakeShards } from './shards.ts'

/** Pages a list reads beyond the first of each partition, and rows of a page where a filter throws most of them away. */
const morePages = 12
const filteredPageRows = 100
const latest = Number.MAX_SAFE_INTEGER
/** `event`: read already, because a filter asked for it. */
type Row = Place & { event?: EventSummary }

/** Newest first, from the index that fits best; what has no index of its own is filtered as it is read. */
export async function readList(table: Table, query: ListQuery): Promise<{ events: EventSummary[]; cursor?: string }> {
  const index = indexFor(query)
  const { rows, place } = await mergePartitions<Row>({
    keys: index.keys,
    start: parseCursor(query.cursor),
    limit: query.limit,
    maxPages: index.keys.length + morePages,
    readPage: (key, after) => readPage(table, { query, index, key, ...after }),
  })
  const read = index.filtered ? rows.flatMap(({ event }) => event ?? []) : await readFitting(table, query, rows)
  return place ? { events: read, cursor: toCursor(place) } : { events: read }
}

type ListIndex = { name: string; partition: string; sort: string; keys: string[]; filtered: boolean }

/** `filtered`: its entries need not fit the query. */
function indexFor(query: ListQuery): ListIndex {
  const { status, source, reason, withdrawal } = query
  const { orders, part } = listedFrom(query)
  const named = [source, reason, withdrawal].some((wanted) => wanted !== undefined)
  const byReceipt = { sort: 'receivedAt', filtered: named || status !== undefined }
  if (orders) return { name: 'order', partition: 'orderKey', keys: orders.map(orderKey), ...byReceipt }
  if (!part) return { name: 'list', partition: 'listShard', keys: listShards, ...byReceipt }
  const filtered = named || (status !== undefined && status !== 'open' && isOpen(status))
  return { name: 'wake', partition: 'wakeShard', sort: 'wakeAt', keys: wakeShards(part), filtered }
}

type Start = After & { query: ListQuery; index: ListIndex; key: string }

async function readPage(table: Table, { query, index, key, from, newest }: Start): Promise<Page<Row>> {
  const { name, partition, sort, filtered } = index
  const range = { from: query.from ?? 0, to: Math.min(query.to ?? latest, newest ?? latest) }
  // The cursor may be of another range, and the index cannot go on from outside this one.
  if (range.from > range.to || (from && from.at < range.from)) return { rows: [], readTo: 'end' }
  const answer = await table.documentClient.send(
    new QueryCommand({
      TableName: table.table,
      IndexName: name,
      KeyConditionExpression: '#partition = :partition AND #sort BETWEEN :from AND :to',
      ExpressionAttributeNames: { '#partition': partition, '#sort': sort },
      ExpressionAttributeValues: { ':partition': key, ':from': range.from, ':to': range.to },
      ExclusiveStartKey: from && from.at <= range.to ? { [partition]: key, id: from.id, [sort]: from.at } : undefined,
      ScanIndexForward: false,
      Limit: filtered ? filteredPageRows : query.limit,
    }),
  )
  const rows = (answer.Items ?? []).map((row): Place => ({ id: row.id, at: row[sort] }))
  const last = answer.LastEvaluatedKey
  return {
    rows: filtered ? await withEvents(table, query, rows) : rows,
    readTo: last ? { id: last.id, at: last[sort] } : 'end',
  }
}

async function withEvents(table: Table, query: ListQuery, rows: Place[]): Promise<Row[]> {
  const events = new Map((await readFitting(table, query, rows)).map((event) => [event.id, event]))
  return rows.flatMap((row) => ({ ...row, event: events.get(row.id) })).filter(({ event }) => event !== undefined)
}

/** The item is the truth: it may have moved since the index was written. */
async function readFitting(table: Table, query: ListQuery, rows: Place[]): Promise<EventSummary[]> {
  const ids = rows.map(({ id }) => id)
  const items = await readItems(table, ids, summaryProjection)
  // Events of a newer version are left out.
  return items
    .filter(isKnownFormat)
    .map(toSummary)
    .filter((event) => fitsQuery(event, query))
}
