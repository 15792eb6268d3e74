import { BatchGetCommand, type BatchGetCommandInput } from '@aws-sdk/lib-dynamodb'
import type { Table } from './conditional-write.ts'
import type { Item } from './items.ts'

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

async function readBatch(
  { documentClient, table }: Table,
  ids: readonly string[],
  projection: Projection,
): Promise<Item[]> {
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
