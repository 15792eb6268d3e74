import { paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { type Item, type Table, updateItem } from './conditional-write.ts'
import { type EventSummary, mostCutsGivenBack } from './event.ts'
import { toSummary } from './event-item.ts'
import { shards, wakeShard } from './shards.ts'

const dueFirst = (a: EventSummary, b: EventSummary) => (a.wakeAt ?? 0) - (b.wakeAt ?? 0) || (a.id < b.id ? -1 : 1)

/** One query a shard of the part of the `wake` index that holds nothing but open events: what is stored besides costs nothing. */
export async function readDue(
  { documentClient, table }: Table,
  { now, limit }: { now: number; limit: number },
): Promise<EventSummary[]> {
  const query = async (shard: number) => {
    const command = new QueryCommand({
      TableName: table,
      IndexName: 'wake',
      KeyConditionExpression: 'wakeShard = :shard AND wakeAt <= :now',
      ExpressionAttributeValues: { ':shard': wakeShard(shard), ':now': now },
      Limit: limit,
    })
    return (await documentClient.send(command)).Items ?? []
  }
  const rows = await Promise.all(shards.map(query))
  return rows.flat().map(toSummary).sort(dueFirst).slice(0, limit)
}

/** Ends the leases that reach beyond `now`; answers how many. An event that moved meanwhile keeps its own time. */
export async function endLeases(table: Table, now: number, newId: () => string): Promise<number> {
  const ended = await Promise.all(shards.map((shard) => endLeasesOf(table, { shard, now, newId })))
  return ended.flat().filter(Boolean).length
}

type Cut = { now: number; newId: () => string }

async function endLeasesOf(table: Table, { shard, now, newId }: Cut & { shard: number }) {
  const running = {
    TableName: table.table,
    IndexName: 'wake',
    KeyConditionExpression: 'wakeShard = :shard AND wakeAt > :now',
    FilterExpression: '#status = :running',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':shard': wakeShard(shard), ':now': now, ':running': 'running' },
  }
  const ended: boolean[] = []
  for await (const page of paginateQuery({ client: table.documentClient }, running)) {
    for (const row of page.Items ?? []) ended.push(await endLease(table, toSummary(row), { now, newId }))
  }
  return ended
}

async function endLease(table: Table, { id, epoch, attempts }: EventSummary, { now, newId }: Cut): Promise<boolean> {
  const end = (columns: Item, condition: string, values: Item = {}) =>
    updateItem(table, {
      id,
      columns: { wakeAt: now, claimedAt: undefined, ...columns, writeId: newId() },
      condition: `#status = :running AND epoch = :epoch AND ${condition}`,
      names: { '#status': 'status', '#cut': 'cut' },
      values: { ':running': 'running', ':epoch': epoch, ...values },
    })
  const first = await end({ attempts: attempts - 1, cut: 1 }, 'attribute_not_exists(#cut)')
  if (first.applied) return true
  const cut = first.stored?.cut
  if (typeof cut !== 'number') return false
  const columns = cut < mostCutsGivenBack ? { attempts: attempts - 1, cut: cut + 1 } : {}
  return (await end(columns, '#cut = :cut', { ':cut': cut })).applied
}
