import type { ItemStore } from '../../back-office/item-store.ts'
import type { Database } from './database.ts'

export function readItem<Item>(database: Database, id: string): Item | undefined {
  const row = database.get('SELECT item FROM items WHERE id = ?', id)
  return row && JSON.parse(String(row.item))
}

/** `expiresAt` in seconds; `undefined`: it never expires, `'as before'`: a new item never does. */
export function writeItem(database: Database, id: string, stored: { item: unknown; expiresAt: Expiry }): void {
  const { item, expiresAt } = stored
  const expiry = expiresAt === 'as before' ? 'items.expires_at' : 'excluded.expires_at'
  const upsert = `ON CONFLICT (id) DO UPDATE SET item = excluded.item, expires_at = ${expiry}`
  const seconds = typeof expiresAt === 'number' ? expiresAt : null
  database.run(`INSERT INTO items VALUES (?, ?, ?) ${upsert}`, id, JSON.stringify(item), seconds)
}
type Expiry = number | undefined | 'as before'

type Adding = { id: string; entries: readonly string[]; most: number; expiresAt: number; orHas?: string }

/** Adds to a set while it has less than `most`, or has `orHas`. False: not added, and it expires as before. */
export function addTo(database: Database, { id, entries, most, expiresAt, orHas }: Adding): boolean {
  const stored = readItem<string[]>(database, id)
  if (stored && stored.length >= most && !(orHas !== undefined && stored.includes(orHas))) return false
  writeItem(database, id, { item: [...new Set([...(stored ?? []), ...entries])], expiresAt })
  return true
}

/** One item that all functions of the process share, always written whole. */
export const createSqliteItem = <Shared extends { writeId: string; expiresAt?: number }>(
  database: Database,
  id: string,
) =>
  ({
    read: async () => readItem<Shared>(database, id),
    replace: async (next, { previous }) =>
      database.transaction(() => {
        const stored = readItem<Shared>(database, id)
        if (stored?.writeId !== previous?.writeId) return stored?.writeId === next.writeId
        writeItem(database, id, { item: next, expiresAt: next.expiresAt })
        return true
      }),
  }) satisfies ItemStore<Shared>

const batchRows = 500
const sweptId = 'swept'

/** When something was deleted last, or could have been; seconds. */
export const sweptAt = (database: Database): number => readItem<number>(database, sweptId) ?? 0

/** Deletes some of what has expired, in one transaction, which also shows that the disk can be written. True: there may be more. */
export function expireSome(database: Database, now: number): boolean {
  const second = Math.floor(now / 1_000)
  const ids = (table: string) => `SELECT id FROM ${table} WHERE expires_at < ? LIMIT ${batchRows}`
  const remove = (table: string, of = table) => database.run(`DELETE FROM ${table} WHERE id IN (${ids(of)})`, second)
  return database.transaction(() => {
    remove('deliveries', 'events')
    const deleted = [remove('events'), remove('items')]
    writeItem(database, sweptId, { item: second, expiresAt: undefined })
    return deleted.includes(batchRows)
  })
}
