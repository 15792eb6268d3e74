import { chmodSync, closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type Database, StoreUnusable, toDatabase } from './database.ts'
import { readItem, writeItem } from './items.ts'

const markId = 'copied'

type Files = { file: string; draft: string }
type Options = {
  now: number
  /** By another process: where this one closes a file, it loses all its locks on it (fcntl(2)). */
  copyFile: (from: string, to: string) => Promise<void>
}

/**
 * Copies the store to a new file while it is written, as it is at the beginning, with a mark. The file appears when it is complete; one that
 * is there is never touched. Throws `StoreUnusable`.
 */
export async function backupTo(database: Database, file: string, { now, copyFile }: Options): Promise<void> {
  if (existsSync(file)) throw new StoreUnusable(`${file} is there already: name another file.`)
  // What a killed process has left under another time stops nobody.
  const draft = `${file}.${now}.partial`
  const writing = database.withStillFile(() => write(database, { file, draft, now, copyFile }))
  if (!writing) throw new StoreUnusable('Another backup is being written: try again once it is there.')
  try {
    await writing
  } catch (error) {
    if (error instanceof StoreUnusable) throw error
    // The message of a system call names the draft.
    const { code, syscall, message } = error as NodeJS.ErrnoException
    throw new StoreUnusable(`${file} cannot be written (${syscall ? code : message}): name another file.`)
  } finally {
    rmSync(draft, { force: true })
  }
}

async function write({ connection }: Database, { file, draft, now, copyFile }: Options & Files): Promise<void> {
  const store = connection.location()
  if (store === null) throw new StoreUnusable('A store in memory has no file to copy.')
  create(draft)
  await copyFile(store, draft)
  if (!connection.isOpen) throw new StoreUnusable('The bridge has stopped before the backup was written.')
  const copy = toDatabase(new DatabaseSync(draft))
  // Without this the copy would need a second file beside it.
  copy.get('PRAGMA journal_mode = DELETE')
  copy.transaction(() => writeItem(copy, markId, { item: { at: now }, expiresAt: undefined }))
  copy.close()
  chmodSync(draft, 0o600)
  // Not a link, which some file systems of USB disks and shares have not.
  create(file)
  renameSync(draft, file)
}

/** A new file, for this user alone. */
const create = (file: string): void => closeSync(openSync(file, 'wx', 0o600))

/** When this store was copied from another one; epoch ms. Undefined: it was not, or a person has said that it is the one in use. */
export const copiedAt = (database: Database): number | undefined => readItem<{ at: number }>(database, markId)?.at

export function forgetCopy(database: Database): void {
  database.transaction(() => database.run('DELETE FROM items WHERE id = ?', markId))
}
