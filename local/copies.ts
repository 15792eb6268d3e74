import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import type { Database } from '../lib/tables/sqlite/database.ts'
import { beginCopy, isUnusedCopy } from '../lib/tables/sqlite/first-use.ts'
import { sweptAt } from '../lib/tables/sqlite/items.ts'

export const copyNote =
  'This is a restored copy. Its writes are paused and its login is closed: once the old bridge is off, use login.reset and bridge.resume.'

type Language = 'en' | 'de'
const reasons = {
  en: 'This is a restored copy: what happened after it was made is not in it. Make sure that the old bridge is off, then reset the login and resume.',
  de: 'Dies ist eine wiederhergestellte Kopie: Was nach ihr geschah, fehlt darin. Stellen Sie sicher, dass die alte Bridge aus ist, setzen Sie dann die Anmeldung zurück und nehmen Sie die Schreibzugriffe wieder auf.',
} as const

/** `isSaid`: a person says that the store of this file is a copy, which counts once for it. */
type Given = { file: string; isSaid: boolean; language: Language }

/** Starts a restored copy with its writes paused and its login closed. True: it is one, and this is its first use. */
export function beginIfCopy(database: Database, { file, isSaid, language }: Given): boolean {
  const isCopy = isUnusedCopy(database, { isSaid, place: placeOf(file), usedAt: usedAt(file) })
  if (isCopy) beginAsCopy(database, file, language)
  return isCopy
}

/** Of a store that surely is a copy. */
export function beginAsCopy(database: Database, file: string, language: Language): void {
  beginCopy(database, { now: Date.now(), newId: randomUUID, reason: reasons[language], place: placeOf(file) })
  noteUse(database, file)
}

/** Another one for each new file, as a moved folder has them. */
function placeOf(file: string): string {
  // A device has another number after a restart of the machine.
  const { ino, birthtimeMs } = statSync(file)
  return `${ino}/${birthtimeMs}`
}

const noteOf = (file: string): string => `${file}.used`

/** Keeps beside the store until when it was in use: one that is older has been put over it. */
export function noteUse(database: Database, file: string): void {
  writeFileSync(`${noteOf(file)}.new`, String(sweptAt(database)), { mode: 0o600 })
  renameSync(`${noteOf(file)}.new`, noteOf(file))
}

function usedAt(file: string): number {
  try {
    return Number(readFileSync(noteOf(file), 'utf8')) || 0
  } catch {
    // Nothing was noted yet. One that cannot be read cannot be written either, which is reported.
    return 0
  }
}
