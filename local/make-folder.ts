import { mkdirSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { CannotStart } from './cannot-start.ts'

const reasons: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
  ENOENT: 'no folder can be created there',
  ENOTDIR: 'a part of its path is a file',
  ENAMETOOLONG: 'its name is too long',
  EEXIST: 'a link in its path points nowhere',
  ELOOP: 'a link in its path points to itself',
  ERR_FS_EISDIR: 'its lock file is a folder',
}

/** Makes a folder and its missing parents, for this user alone. Throws `CannotStart` with the reason if that is impossible. */
export function makeFolder(folder: string): void {
  orCannotStart(folder, () => makeMissing(folder))
}

/** Runs `write` on the data directory. Turns errors of the file system into a `CannotStart`. */
export function orCannotStart<T>(dataDir: string, write: () => T): T {
  try {
    return write()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    if (code === undefined) throw error
    throw cannotBe(dataDir, reasons[code] ?? code)
  }
}

/** Level by level: a recursive mkdir never returns where a parent accepts no folders, as in /proc. */
function makeMissing(folder: string): void {
  if (isFolder(folder)) return
  if (dirname(folder) !== folder) makeMissing(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(folder)) throw error
  }
}

function isFolder(path: string): boolean {
  const found: Stats | undefined = statSync(path, { throwIfNoEntry: false })
  if (found && !found.isDirectory()) throw cannotBe(path, 'it is a file')
  return found !== undefined
}

const cannotBe = (path: string, reason: string): CannotStart =>
  new CannotStart(`${path} cannot be used as a folder (${reason}): start with another DATA_DIR.`)
