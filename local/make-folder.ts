import { mkdirSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { CannotStart } from './cannot-start.ts'

const reasons: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'what it is on cannot be written to',
  ENOSPC: 'the disk is full',
  ENOENT: 'no folder can be made there',
  ENOTDIR: 'a part of its path is a file',
  ENAMETOOLONG: 'its name is too long',
  EEXIST: 'a link in its path leads nowhere',
  ELOOP: 'a link in its path leads to itself',
  ERR_FS_EISDIR: 'the lock in it is a folder',
}

/** Makes a folder and what is missing above it. Throws `CannotStart` with the reason where that cannot be. */
export function makeFolder(folder: string): void {
  orCannotStart(folder, () => makeMissing(folder))
}

/** Runs `write` on the data directory; what the file system refuses becomes a `CannotStart`. */
export function orCannotStart<T>(dataDir: string, write: () => T): T {
  try {
    return write()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    if (code === undefined) throw error
    throw cannotBe(dataDir, reasons[code] ?? code)
  }
}

/** Level by level: a recursive mkdir never comes back where a parent accepts no folder, as in /proc. */
function makeMissing(folder: string): void {
  if (isFolder(folder)) return
  if (dirname(folder) !== folder) makeMissing(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process may have made it in between.
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
