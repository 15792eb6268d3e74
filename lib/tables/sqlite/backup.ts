import { chmodSync, closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { type Database, StoreUnusable, toDatabase } from './database.ts'
import { readItem, writeItem } from './items.ts'

const markId = 'copied'

/**
 * Copies the store to a new file while it is written, as it is at the beginning, with a mark. The file appears when it is complete; one that
 * is there is never touched. Throws `StoreUnusable`.
 */
export async function backupTo(database: Database, file: string, now: number): Promise<void> {
  if (existsSync(file)) throw new StoreUnusable(`${file} is there already: name another file.`)
  // What a killed process has left under another time stops nobody.
  const draft = `${file}.${now}.partial`
  const writing = database.withStillFile((store) => write({ store, file, draft, now }))
  if (!writing) throw new StoreUnusable('Another backup is being written: try again once it is there.')
  try {
    await writing
  } catch (error) {
    if (!database.connection.isOpen) throw new StoreUnusable('The bridge has stopped before the backup was written.')
    // The message of a system call names the draft.
    const { code, syscall, message } = error as NodeJS.ErrnoException
    throw new StoreUnusable(`${file} cannot be written (${syscall ? code : message}): name another file.`)
  } finally {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${draft}${end}`, { force: true })
  }
}

type Backup = { store: AsyncIterable<Buffer>; file: string; draft: string; now: number }

async function write({ store, file, draft, now }: Backup): Promise<void> {
  await writeFile(draft, store, { flag: 'wx', mode: 0o600 })
  const copy = toDatabase(new DatabaseSync(draft))
  try {
    // Without this the copy would need a second file beside it.
    copy.get('PRAGMA journal_mode = DELETE')
    copy.transaction(() => writeItem(copy, markId, { item: { at: now }, expiresAt: undefined }))
  } finally {
    copy.close()
  }
  chmodSync(draft, 0o600)
  // Not a link, which some file systems of USB disks and shares have not.
  closeSync(openSync(file, 'wx', 0o600))
  try {
    renameSync(draft, file)
  } catch (error) {
    rmSync(file)
    throw error
  }
}

/** When this store was copied from another one; epoch ms. Undefined: it was not, or a person has said that it is the one in use. */
export const copiedAt = (database: Database): number | undefined => readItem<{ at: number }>(database, markId)?.at

export function forgetCopy(database: Database): void {
  database.transaction(() => database.run('DELETE FROM items WHERE id = ?', markId))
}
