import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, isAbsolute, join, relative, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Rejected } from '../../lib/errors.ts'
import { backupTo } from '../../lib/tables/sqlite/backup.ts'
import { type Database, StoreUnusable } from '../../lib/tables/sqlite/database.ts'
import { CannotStart } from '../cannot-start.ts'
import { beginAsCopy } from '../copies.ts'
import { orCannotStart } from '../make-folder.ts'
import { openOrCannotStart } from '../process-store.ts'

export const storeIn = (data: string): string => join(data, 'bridge.sqlite')

/** Puts a copy of the store into an empty data directory, ready for its first use. Throws `CannotStart`. */
export function restore(file: string, data: string, language: 'en' | 'de'): void {
  const part = `${storeIn(data)}.restoring`
  const isPart = (name: string): boolean =>
    name.startsWith(basename(part)) || name === `${basename(storeIn(data))}.used`
  const remove = (): void => {
    if (existsSync(storeIn(data))) return
    for (const name of readdirSync(data).filter(isPart)) rmSync(join(data, name))
  }
  orCannotStart(data, () => {
    // What another try has left, and what some file systems have by themselves, is nothing to lose.
    remove()
    if (readdirSync(data).some((name) => name !== 'lost+found'))
      throw new CannotStart(`${data} is not empty: restore into a new folder, so that nothing is lost.`)
    try {
      copyStore(file, part)
    } catch (error) {
      remove()
      throw error
    }
  })
  const database = openOrCannotStart(part)
  beginAsCopy(database, part, language)
  database.close()
  for (const end of ['.used', '']) renameSync(`${part}${end}`, `${storeIn(data)}${end}`)
}

function copyStore(file: string, part: string): void {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw noStore(file)
  copyFileSync(file, part)
  // A copy of the files of a bridge that was killed.
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${part}-wal`)
  if (!isStore(part)) throw noStore(file)
}

const noStore = (file: string): CannotStart =>
  new CannotStart(`${file} is no copy of a store: name a file that backup has written.`)

/** Its schema has a version, which may stand in the log beside it alone. */
function isStore(file: string): boolean {
  try {
    const store = new DatabaseSync(file)
    const version = store.prepare('PRAGMA user_version').get()?.user_version
    store.close()
    return Number(version) > 0
  } catch {
    return false
  }
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
