import { chmodSync, closeSync, linkSync, openSync, rmSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { type Database, StoreUnusable, toDatabase } from './database.ts'
import { readItem, writeItem } from './items.ts'

/** Pages of one step: other work waits a few milliseconds. */
const rate = 1_000
const markId = 'copied'

/**
 * Copies the store to a new file while it is written, with a mark. It runs on the one connection, so it follows the writes in between.
 * The file appears when it is complete; one that is there is never touched. Throws `StoreUnusable`.
 */
export async function backupTo(database: Database, file: string, now: number): Promise<void> {
  // What a killed process has left under another time stops nobody.
  const draft = `${file}.${now}.partial`
  try {
    closeSync(openSync(draft, 'wx', 0o600))
  } catch (error) {
    throw new StoreUnusable(`${file} cannot be written (${(error as Error).message}): name another file.`)
  }
  try {
    await backup(database.connection, draft, { rate })
    const copy = toDatabase(new DatabaseSync(draft))
    // Without this the copy would need a second file beside it.
    copy.get('PRAGMA journal_mode = DELETE')
    copy.transaction(() => writeItem(copy, markId, { item: { at: now }, expiresAt: undefined }))
    copy.close()
    chmodSync(draft, 0o600)
    linkSync(draft, file)
  } catch (error) {
    throw new StoreUnusable(`${file} cannot be written (${(error as Error).message}): name another file.`)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** When this store was copied from another one; epoch ms. Undefined: it was not, or a person has said that it is the one in use. */
export const copiedAt = (database: Database): number | undefined => readItem<{ at: number }>(database, markId)?.at

export function forgetCopy(database: Database): void {
  database.transaction(() => database.run('DELETE FROM items WHERE id = ?', markId))
}
