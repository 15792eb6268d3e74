import { type DynamoDBClient, GetItemCommand, paginateQuery } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { readItems } from '../lib/tables/dynamodb/read-items.ts'
import type { ReadyEvent } from './stream.ts'
import type { Image } from './stream-record.ts'
import { tableNames } from './table-names.ts'

/**
 * Events overdue by more than a minute are left to the schedule; a predecessor may have left events due in two minutes.
 */
const windowMs = { before: 60_000, after: 150_000, afterHint: 30_000 }

export type ReadyEventsOptions = {
  client: DynamoDBClient
  now: () => number
  /** How long after it became `ready` an event is due. */
  hintMs: number
}

/** Reads the events table and its `wake` index, which has no status, for what a real stream would report. */
export function createReadyEvents({ client, now, hintMs }: ReadyEventsOptions) {
  const afterMs = Math.max(windowMs.after, hintMs + windowMs.afterHint)
  const events = { documentClient: DynamoDBDocumentClient.from(client), table: tableNames.events }
  /** Index entries of events that were not ready, by partition. An event that becomes ready gets a new entry. */
  const passed = new Map<string, Set<string>>()

  async function readPartition(wakeShard: string): Promise<ReadyEvent[]> {
    const entries = await readEntries(client, wakeShard, { from: now() - windowMs.before, to: now() + afterMs })
    const known = passed.get(wakeShard) ?? new Set()
    const unknown = entries.filter(({ key }) => !known.has(key))
    const items = await readItems(
      events,
      unknown.map(({ id }) => id),
      statusProjection,
    )
    const ready = items.filter(({ status }) => status === 'ready').map(({ id, epoch }) => ({ id, epoch }) as ReadyEvent)
    const isReady = new Set(ready.map(({ id }) => id))
    passed.set(wakeShard, new Set(entries.filter(({ id }) => !isReady.has(id)).map(({ key }) => key)))
    return ready
  }

  return {
    async readReady(wakeShards: readonly string[]): Promise<ReadyEvent[]> {
      return (await Promise.all(wakeShards.map(readPartition))).flat()
    },

    async readImage({ id, epoch }: ReadyEvent): Promise<Image | undefined> {
      const Key = { id: { S: id } }
      const { Item } = await client.send(
        new GetItemCommand({ TableName: tableNames.events, Key, ConsistentRead: true }),
      )
      return Item?.status?.S === 'ready' && Number(Item.epoch?.N) === epoch ? Item : undefined
    },
  }
}

const statusProjection = {
  ProjectionExpression: 'id, #status, epoch',
  ExpressionAttributeNames: { '#status': 'status' },
}

type Entry = { id: string; key: string }

async function readEntries(
  client: DynamoDBClient,
  wakeShard: string,
  { from, to }: Record<'from' | 'to', number>,
): Promise<Entry[]> {
  const query = {
    TableName: tableNames.events,
    IndexName: 'wake',
    KeyConditionExpression: 'wakeShard = :shard AND wakeAt BETWEEN :from AND :to',
    ExpressionAttributeValues: { ':shard': { S: wakeShard }, ':from': { N: String(from) }, ':to': { N: String(to) } },
  }
  const entries: Entry[] = []
  for await (const { Items = [] } of paginateQuery({ client }, query)) {
    for (const { id, wakeAt } of Items) entries.push({ id: id?.S ?? '', key: `${wakeAt?.N}#${id?.S}` })
  }
  return entries
}
