import { isDeepStrictEqual } from 'node:util'
import dynaliteStore, { type Change, type Item, type Store, type Table } from 'dynalite/db/index.js'

/**
 * Fixes a store on disk after a kill. dynalite writes an item and its index rows one after the other, and marks a new
 * table as being created first. Without its row in `wake` an event would never be processed again. Call it before
 * dynalite opens the store.
 */
export async function fixStore(path: string): Promise<void> {
  const { db } = dynaliteStore.create({ path })
  try {
    const changes: Change[] = []
    for await (const [key, table] of db.iterator(under('table~'))) {
      changes.push(...activated(key, table as Table), ...(await indexChanges(db, table as Table)))
    }
    await db.batch(changes)
  } finally {
    await db.close()
  }
}

/** The range that dynalite itself uses; keys are ASCII. */
const under = (prefix: string) => ({ gte: prefix, lt: `${prefix}\xFF` })

function activated(key: string, table: Table): Change[] {
  if (table.TableStatus !== 'CREATING') return []
  const indexes = table.GlobalSecondaryIndexes?.map((index) => ({ ...index, IndexStatus: 'ACTIVE' }))
  const value = { ...table, TableStatus: 'ACTIVE', ...(indexes && { GlobalSecondaryIndexes: indexes }) }
  return [{ type: 'put', key, value }]
}

/** The items are right: removes index rows that no item has, and writes rows that are missing or outdated. */
async function indexChanges(db: Store['db'], table: Table): Promise<Change[]> {
  const { TableName, GlobalSecondaryIndexes: indexes = [] } = table
  const rows = new Map<string, Item>()
  for await (const [, item] of db.iterator(under(`item-${TableName}~`))) {
    const { puts } = dynaliteStore.getIndexActions(indexes, undefined, item as Item, table)
    for (const { index, key, item: row } of puts) rows.set(`index-global~${TableName}~${index}~${key}`, row)
  }
  const stale: Change[] = []
  for await (const [key, row] of db.iterator(under(`index-global~${TableName}~`))) {
    const expected = rows.get(key)
    if (expected === undefined) stale.push({ type: 'del', key })
    // Through JSON, as it is stored: fields outside the projection are left out.
    else if (isDeepStrictEqual(JSON.parse(JSON.stringify(expected)), row)) rows.delete(key)
  }
  return [...stale, ...[...rows].map(([key, value]): Change => ({ type: 'put', key, value }))]
}
