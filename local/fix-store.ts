import { isDeepStrictEqual } from 'node:util'
import dynaliteStore, { type Change, type Item, type Store, type Table } from 'dynalite/db/index.js'

/**
 * Makes good what a kill leaves of a store on disk: dynalite writes an item and its index rows one after the other, and a new table
 * as being created first. An event without its row in `wake` would never be worked on again. Only before dynalite opens it.
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

/** As dynalite bounds its own: keys go on in ASCII. */
const under = (prefix: string) => ({ gte: prefix, lt: `${prefix}\xFF` })

function activated(key: string, table: Table): Change[] {
  if (table.TableStatus !== 'CREATING') return []
  const indexes = table.GlobalSecondaryIndexes?.map((index) => ({ ...index, IndexStatus: 'ACTIVE' }))
  const value = { ...table, TableStatus: 'ACTIVE', ...(indexes && { GlobalSecondaryIndexes: indexes }) }
  return [{ type: 'put', key, value }]
}

/** The items are the truth: rows that none of them has go, rows that are missing or old come. */
async function indexChanges(db: Store['db'], table: Table): Promise<Change[]> {
  const { TableName, GlobalSecondaryIndexes: indexes = [] } = table
  const rows = new Map<string, Item>()
  for await (const [, item] of db.iterator(under(`item-${TableName}~`))) {
    const { puts } = dynaliteStore.getIndexActions(indexes, undefined, item as Item, table)
    for (const { index, key, item: row } of puts) rows.set(`index-global~${TableName}~${index}~${key}`, row)
  }
  const stale: Change[] = []
  for await (const [key, row] of db.iterator(under(`index-global~${TableName}~`))) {
    const right = rows.get(key)
    if (right === undefined) stale.push({ type: 'del', key })
    // Through JSON, as it would be stored: what a projection lacks is left out.
    else if (isDeepStrictEqual(JSON.parse(JSON.stringify(right)), row)) rows.delete(key)
  }
  return [...stale, ...[...rows].map(([key, value]): Change => ({ type: 'put', key, value }))]
}
