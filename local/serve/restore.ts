import { randomUUID } from 'node:crypto'
import { closeSync, copyFileSync, existsSync, openSync, readdirSync, readSync, renameSync, statSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { Rejected } from '../../lib/errors.ts'
import { backUp, beginCopy, isUnusedCopy, markCopy } from '../../lib/tables/sqlite/copies.ts'
import type { Database } from '../../lib/tables/sqlite/database.ts'
import { CannotStart } from '../cannot-start.ts'
import { orCannotStart } from '../make-folder.ts'
import type { ServeOptions } from './options.ts'

export const storeIn = (data: string): string => join(data, 'bridge.sqlite')

/** Puts a copy of the store into an empty data directory. Throws `CannotStart`. */
export function restore(file: string, data: string): void {
  if (orCannotStart(data, () => readdirSync(data)).length > 0)
    throw new CannotStart(`${data} is not empty: restore into a new folder, so that nothing is lost.`)
  if (!isStore(file)) throw new CannotStart(`${file} is no copy of a store: name a file that backup has written.`)
  const [part, store] = [`${storeIn(data)}.restoring`, storeIn(data)]
  orCannotStart(data, () => {
    copyFileSync(file, part)
    // A copy of the files of a bridge that ran.
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${part}-wal`)
    markCopy(part)
    renameSync(part, store)
  })
}

/** The first bytes of each such file, and its schema's version (sqlite.org/fileformat.html 1.3). */
function isStore(file: string): boolean {
  const header = Buffer.alloc(100)
  try {
    const opened = openSync(file, 'r')
    readSync(opened, header)
    closeSync(opened)
  } catch {
    return false
  }
  return header.toString('latin1', 0, 16) === 'SQLite format 3\0' && header.readUInt32BE(60) > 0
}

const reasons = {
  en: 'This is a restored copy: what happened after it was made is not in it. Make sure that the old bridge is off, then reset the login and resume.',
  de: 'Dies ist eine wiederhergestellte Kopie: Was nach ihr geschah, fehlt darin. Stellen Sie sicher, dass die alte Bridge aus ist, setzen Sie dann die Anmeldung zurück und nehmen Sie die Schreibzugriffe wieder auf.',
} as const

/** Starts a restored copy with its writes paused and its login closed. True: it is one, and this is its first start. */
export function beginIfCopy(database: Database, { data, restored }: ServeOptions, language: 'en' | 'de'): boolean {
  const { dev, ino, birthtimeMs } = statSync(storeIn(data))
  const place = `${dev}/${ino}/${birthtimeMs}`
  if (!isUnusedCopy(database, { isSaid: restored, place })) return false
  beginCopy(database, { now: Date.now(), newId: randomUUID, reason: reasons[language], place })
  return true
}

/** Copies the store to a path in the data directory, or to an absolute one. */
export const backUpIn = (database: Database, data: string) => async (named: string) => {
  const file = resolve(data, named)
  if (!isAbsolute(named) && relative(data, file).startsWith('..'))
    throw new Rejected(`${named} leads out of the data directory: write an absolute path.`, { status: 400 })
  return { file, bytes: await backUp(database, file) }
}
