import { BatchGetCommand, type BatchGetCommandInput, paginateQuery } from '@aws-sdk/lib-dynamodb'
import type { Place } from '../../inbox/inbox.ts'
import type { Table } from './conditional-write.ts'
import type { Item } from './items.ts'
import { dueShards, listShards } from './shards.ts'

/** What one BatchGetItem takes; it answers at most 16 MB, and leaves the rest as unprocessed. */
const mostKeys = 100
/** Reads of one batch; each takes at least one item, and large bodies take 40 an answer. */
const mostReads = 8

type Projection = Pick<
  NonNullable<BatchGetCommandInput['RequestItems']>[string],
  'ProjectionExpression' | 'ExpressionAttributeNames'
>

/** Items by id, consistently read, in the order of `ids` and each once; what is no longer there is left out. */
export async function readItems(table: Table, ids: readonly string[], projection: Projection = {}): Promise<Item[]> {
  const unique = [...new Set(ids)]
  const items = new Map<unknown, Item>()
  for (let from = 0; from < unique.length; from += mostKeys) {
    const batch = await readBatch(table, unique.slice(from, from + mostKeys), projection)
    for (const item of batch) items.set(item.id, item)
  }
  return unique.map((id) => items.get(id)).filter((item) => item !== undefined)
}

async function readBatch({ documentClient, table }: Table, ids: readonly string[], projection: Projection) {
  const items: Item[] = []
  let Keys: Record<string, unknown>[] = ids.map((id) => ({ id }))
  for (let reads = 0; Keys.length > 0; reads++) {
    if (reads === mostReads) throw new Error(`table ${table} left ${Keys.length} items unread: it is throttled`)
    const request = { [table]: { Keys, ConsistentRead: true, ...projection } }
    const answer = await documentClient.send(new BatchGetCommand({ RequestItems: request }))
    items.push(...((answer.Responses?.[table] ?? []) as Item[]))
    Keys = answer.UnprocessedKeys?.[table]?.Keys ?? []
  }
  return items
}

/** Of the `wake` index, the part that holds nothing but open events: what is stored besides costs nothing. */
export const dueIndex = { index: 'wake', partition: 'wakeShard', sort: 'wakeAt', keys: dueShards } as const
export const listIndex = { index: 'list', partition: 'listShard', sort: 'receivedAt', keys: listShards } as const

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

type Part = Index & { key: string }

/** The index sorts by time alone: a page counts only when every entry of its last millisecond is read. */
async function readPartition({ documentClient, table }: Table, part: Part, range: Range): Promise<Place[]> {
  const { index, partition, sort, key } = part
  const { to, limit, after } = range
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

const oldestFirst = (a: Place, b: Place): number => a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
