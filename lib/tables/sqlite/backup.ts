import { chmodSync, closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs'
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
    if (existsSync(file)) throw new StoreUnusable(`${file} is there already: name another file.`)
    create(draft)
    await backup(database.connection, draft, { rate })
    const copy = toDatabase(new DatabaseSync(draft))
    // Without this the copy would need a second file beside it.
    copy.get('PRAGMA journal_mode = DELETE')
    copy.transaction(() => writeItem(copy, markId, { item: { at: now }, expiresAt: undefined }))
    copy.close()
    chmodSync(draft, 0o600)
    // Not a link, which some file systems of USB disks and shares have not.
    create(file)
    renameSync(draft, file)
  } catch (error) {
    if (error instanceof StoreUnusable) throw error
    // The message of a system call names the draft.
    const { code, syscall, message } = error as NodeJS.ErrnoException
    throw new StoreUnusable(`${file} cannot be written (${syscall ? code : message}): name another file.`)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** A new file, for this user alone. */
const create = (file: string): void => closeSync(openSync(file, 'wx', 0o600))

/** When this store was copied from another one; epoch ms. Undefined: it was not, or a person has said that it is the one in use. */
export const copiedAt = (database: Database): number | undefined => readItem<{ at: number }>(database, markId)?.at

export function forgetCopy(database: Database): void {
  database.transaction(() => database.run('DELETE FROM items WHERE id = ?', markId))
}
