import { type DynamoDBClient, GetItemCommand, paginateQuery } from '@aws-sdk/client-dynamodb'
import type { ReadyEvent } from './stream.ts'
import type { Image } from './stream-record.ts'

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

/** Reads the events table and its `wake` index for what a real stream would report. */
export function createReadyEvents({ client, now, hintMs }: ReadyEventsOptions) {
  const afterMs = Math.max(windowMs.after, hintMs + windowMs.afterHint)
  const readPartition = async (wakeShard: string): Promise<ReadyEvent[]> => {
    const query = readyQuery(wakeShard, { from: now() - windowMs.before, to: now() + afterMs })
    const events: ReadyEvent[] = []
    for await (const { Items = [] } of paginateQuery({ client }, query)) {
      for (const { id, epoch } of Items) events.push({ id: id?.S ?? '', epoch: Number(epoch?.N) })
    }
    return events
  }

  return {
    async readReady(wakeShards: readonly string[]): Promise<ReadyEvent[]> {
      return (await Promise.all(wakeShards.map(readPartition))).flat()
    },

    async readImage({ id, epoch }: ReadyEvent): Promise<Image | undefined> {
      const Key = { id: { S: id } }
      const { Item } = await client.send(new GetItemCommand({ TableName: 'events', Key, ConsistentRead: true }))
      return Item?.status?.S === 'ready' && Number(Item.epoch?.N) === epoch ? Item : undefined
    },
  }
}

const readyQuery = (wakeShard: string, { from, to }: Record<'from' | 'to', number>) => ({
  TableName: 'events',
  IndexName: 'wake',
  KeyConditionExpression: 'wakeShard = :shard AND wakeAt BETWEEN :from AND :to',
  FilterExpression: '#status = :ready',
  ExpressionAttributeNames: { '#status': 'status' },
  ExpressionAttributeValues: {
    ':shard': { S: wakeShard },
    ':from': { N: String(from) },
    ':to': { N: String(to) },
    ':ready': { S: 'ready' },
  },
})
