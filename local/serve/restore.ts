import { randomUUID } from 'node:crypto'
import { closeSync, copyFileSync, existsSync, openSync, readdirSync, readSync, renameSync, statSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { Rejected } from '../../lib/errors.ts'
import { backupTo } from '../../lib/tables/sqlite/backup.ts'
import { type Database, StoreUnusable } from '../../lib/tables/sqlite/database.ts'
import { beginCopy, isUnusedCopy } from '../../lib/tables/sqlite/first-use.ts'
import { CannotStart } from '../cannot-start.ts'
import { orCannotStart } from '../make-folder.ts'
import { openOrCannotStart } from '../process-store.ts'
import type { ServeOptions } from './options.ts'

export const storeIn = (data: string): string => join(data, 'bridge.sqlite')

/** Puts a copy of the store into an empty data directory, ready for its first use. Throws `CannotStart`. */
export function restore(file: string, data: string, language: Language): void {
  if (orCannotStart(data, () => readdirSync(data)).length > 0)
    throw new CannotStart(`${data} is not empty: restore into a new folder, so that nothing is lost.`)
  if (!isStore(file)) throw new CannotStart(`${file} is no copy of a store: name a file that backup has written.`)
  const part = `${storeIn(data)}.restoring`
  orCannotStart(data, () => {
    copyFileSync(file, part)
    // A copy of the files of a bridge that ran.
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${part}-wal`)
  })
  const database = openOrCannotStart(part)
  begin(database, part, language)
  database.close()
  renameSync(part, storeIn(data))
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

type Language = 'en' | 'de'
const reasons = {
  en: 'This is a restored copy: what happened after it was made is not in it. Make sure that the old bridge is off, then reset the login and resume.',
  de: 'Dies ist eine wiederhergestellte Kopie: Was nach ihr geschah, fehlt darin. Stellen Sie sicher, dass die alte Bridge aus ist, setzen Sie dann die Anmeldung zurück und nehmen Sie die Schreibzugriffe wieder auf.',
} as const

/** Starts a restored copy with its writes paused and its login closed. True: it is one, and this is its first use. */
export function beginIfCopy(database: Database, { data, restored }: ServeOptions, language: Language): boolean {
  const isCopy = isUnusedCopy(database, { isSaid: restored, place: placeOf(storeIn(data)) })
  if (isCopy) begin(database, storeIn(data), language)
  return isCopy
}

const begin = (database: Database, file: string, language: Language): void =>
  beginCopy(database, { now: Date.now(), newId: randomUUID, reason: reasons[language], place: placeOf(file) })

/** Another one for each copy of the file. */
function placeOf(file: string): string {
  const { dev, ino, birthtimeMs } = statSync(file)
  return `${dev}/${ino}/${birthtimeMs}`
}

/** Copies the store to a path in the data directory, or to an absolute one. */
export const backUpIn = (database: Database, data: string) => async (named: string) => {
  const file = resolve(data, named)
  if (!isAbsolute(named) && relative(data, file).startsWith('..'))
    throw refused(`${named} leads out of the data directory: write an absolute path.`)
  await backupTo(database, file, Date.now()).catch((error: unknown) => {
    throw error instanceof StoreUnusable ? refused(error.message) : error
  })
  return { file, bytes: statSync(file).size }
}

const refused = (message: string): Rejected => new Rejected(message, { status: 400 })
