import { paginateQuery } from '@aws-sdk/lib-dynamodb'
import type { Table } from './conditional-write.ts'
import type { Place } from './inbox.ts'

type Index = {
  index: 'wake' | 'list'
  /** Columns of its partition and its sort key. */
  partition: string
  sort: string
  keys: readonly string[]
}
type Range = { to: number; limit: number; after?: Place | undefined }

/** Entries of several partitions of an index by time, oldest first, behind `after`: one query a partition, or few. */
export async function readKeys(table: Table, index: Index, range: Range): Promise<Place[]> {
  if (range.after && range.after.at > range.to) return []
  const rows = await Promise.all(index.keys.map((key) => readPartition(table, { ...index, key }, range)))
  return rows.flat().sort(oldestFirst).slice(0, range.limit)
}

/** The index sorts by time alone: a page counts only when every entry of its last millisecond is read. */
async function readPartition(
  { documentClient, table }: Table,
  { index, partition, sort, key }: Index & { key: string },
  { to, limit, after }: Range,
): Promise<Place[]> {
  const query = {
    TableName: table,
    IndexName: index,
    KeyConditionExpression: '#partition = :partition AND #sort BETWEEN :from AND :to',
    ExpressionAttributeNames: { '#partition': partition, '#sort': sort },
    ExpressionAttributeValues: { ':partition': key, ':from': after?.at ?? 0, ':to': to },
  }
  const found: Place[] = []
  for await (const page of paginateQuery({ client: documentClient, pageSize: limit + 1 }, query)) {
    const rows = (page.Items ?? []).map((row): Place => ({ at: row[sort], id: row.id }))
    found.push(...rows.filter((row) => after === undefined || oldestFirst(row, after) > 0))
    const [last, wanted] = [rows.at(-1), found[limit - 1]]
    if (last && wanted && last.at > wanted.at) break
  }
  return found
}

export const oldestFirst = (a: Place, b: Place): number => a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
