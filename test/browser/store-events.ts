import dynaliteStore, { type Change, type Item, type Table } from 'dynalite/db/index.js'
import { toAttributes } from '../../lib/aws/attribute-value.ts'
import type { InboxEvent } from '../../lib/inbox/event.ts'
import { stateColumns, toItem } from '../../lib/tables/dynamodb/event-item.ts'
import { leaveMark } from '../../local/clean-stop.ts'
import { startDynamoDb } from '../../local/dynamodb.ts'
import { tableNames } from '../../local/table-names.ts'

const retentionMs = 30 * 86_400_000
const atOnce = 5_000
/** dynalite's own key of an item. */
type Keys = { createKey(item: Item, table: Table): string }

/** Puts events into the tables of `npm start` in the folder `path`, all with the delivery of the first: a hundred times as fast as through it. */
export async function storeEvents(path: string, events: Iterable<InboxEvent>): Promise<void> {
  await (await startDynamoDb(path)).close()
  const { db } = dynaliteStore.create({ path })
  const name = tableNames.events
  let table: Table | undefined
  for await (const [, one] of db.iterator({ gte: `table~${name}`, lt: `table~${name}\xFF` })) table = one as Table
  if (!table) throw new Error('the folder has no table of events')
  const { GlobalSecondaryIndexes: indexes = [] } = table
  let delivery: object | undefined
  let changes: Change[] = []
  for (const event of events) {
    delivery ??= deliveryOf(event)
    const item = attributesOf({ ...stateColumns(event, retentionMs), id: event.id, ...delivery })
    const key = (dynaliteStore as unknown as Keys).createKey(item, table)
    changes.push({ type: 'put', key: `item-${name}~${key}`, value: item })
    const { puts } = dynaliteStore.getIndexActions(indexes, undefined, item, table)
    for (const row of puts)
      changes.push({ type: 'put', key: `index-global~${name}~${row.index}~${row.key}`, value: row.item })
    if (changes.length >= atOnce) {
      await db.batch(changes)
      changes = []
    }
  }
  await db.batch(changes)
  await db.close()
  await leaveMark(path)
}

function deliveryOf(event: InboxEvent): object {
  const { body, headers } = toItem(event, retentionMs)
  return { body, headers }
}

const attributesOf = (item: object): Item =>
  toAttributes(Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined)))
