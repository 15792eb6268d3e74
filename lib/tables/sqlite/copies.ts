import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { loginClosed } from '../../back-office/session/login-state.ts'
import { emptyItem, type SessionItem } from '../../back-office/session/store.ts'
import type { PausesItem } from '../../state/pauses.ts'
import type { Database } from './database.ts'
import { readItem, writeItem } from './items.ts'

const setMeta = 'INSERT OR REPLACE INTO meta VALUES (?, ?)'

/** Writes a consistent copy, with a mark that says so, and answers its bytes. Throws what the file system throws; never overwrites. */
export async function backUp({ connection }: Database, file: string): Promise<number> {
  const part = `${file}.part`
  // The name is taken before the work begins.
  closeSync(openSync(file, 'wx', 0o600))
  try {
    closeSync(openSync(part, 'wx', 0o600))
    await backup(connection, part, { rate: 1_000 })
    markCopy(part)
    renameSync(part, file)
    return statSync(file).size
  } catch (error) {
    for (const left of [part, file]) rmSync(left, { force: true })
    throw error
  }
}

/** Makes one file of a copy, and marks it: whoever opens it must not go on as if nothing had happened since. */
export function markCopy(file: string): void {
  const copy = new DatabaseSync(file)
  try {
    copy.exec('PRAGMA journal_mode = DELETE')
    copy.prepare(setMeta).run('copy', 'unused')
  } finally {
    copy.close()
  }
  chmodSync(file, 0o600)
  const written = openSync(file, 'r')
  fsyncSync(written)
  closeSync(written)
}

type Begin = { now: number; newId: () => string; reason: string; place: string }

const metaOf = (database: Database, name: string): unknown =>
  database.get('SELECT value FROM meta WHERE name = ?', name)?.value

/** Whether the store is a copy that nobody has worked on; with `isSaid` also one that a person says so of, once for each `place`. */
export const isUnusedCopy = (database: Database, { isSaid, place }: { isSaid: boolean; place: string }): boolean =>
  metaOf(database, 'copy') === 'unused' || (isSaid && metaOf(database, 'copy') !== place)

/** How long after that senders may repeat what the copy does not know of. */
const looksFirstMs = 7 * 86_400_000

/** The copy's first use: its writes pause, and its login is closed, because an old session would give refused credentials new tries. */
export function beginCopy(database: Database, { now, newId, reason, place }: Begin): void {
  database.transaction(() => {
    const others = readItem<PausesItem>(database, 'pauses')?.paused.filter(({ source }) => source !== undefined) ?? []
    const pauses: PausesItem = { writeId: newId(), paused: [...others, { since: now, reason }] }
    const session = loginClosed(readItem<SessionItem>(database, 'session') ?? emptyItem)
    writeItem(database, 'pauses', { item: pauses, expiresAt: undefined })
    writeItem(database, 'session', { item: { ...session, writeId: newId() }, expiresAt: undefined })
    database.run(setMeta, 'copy', place)
    database.run(setMeta, 'looks_first_until', String(now + looksFirstMs))
  })
}

/** Events from before this time, epoch ms, look before their first write: the copy may not know of it. */
export const looksFirstUntil = (database: Database): number => Number(metaOf(database, 'looks_first_until') ?? 0)
