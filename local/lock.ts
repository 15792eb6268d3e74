import { constants, copyFileSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { bornAt } from './born-at.ts'
import { CannotStart } from './cannot-start.ts'
import { makeFolder, orCannotStart } from './make-folder.ts'

/** `born` distinguishes a process from a later one with the same id, after a crash or in a new container. */
const owner = z.object({ pid: z.int().positive(), born: z.string() })
type Owner = z.infer<typeof owner>

/**
 * Locks `<dataDir>/lock` for this process and returns a function that releases it; the process also releases it when it
 * exits. Replaces the lock of a dead process. Throws `CannotStart` if another process owns it or the folder cannot be
 * made or written to.
 */
export function lockDataDir(dataDir: string): () => void {
  makeFolder(dataDir)
  const file = join(dataDir, 'lock')
  orCannotStart(dataDir, () => acquireLock(dataDir, file))
  const release = (): void => {
    process.off('exit', release)
    if (readOwner(file)?.pid === process.pid) rmSync(file, { force: true })
  }
  process.on('exit', release)
  return release
}

function acquireLock(dataDir: string, file: string): void {
  const own = `${file}.${process.pid}`
  writeFileSync(own, JSON.stringify({ pid: process.pid, born: bornAt(process.pid) }))
  try {
    if (createOnce(own, file)) return
    const current = readOwner(file)
    if (isAlive(current)) {
      throw new CannotStart(
        `${dataDir} is in use by process ${current.pid}: stop it first, or start with another DATA_DIR (and PORT, SANDBOX_PORT).`,
      )
    }
    if (!replaceDeadLock(own, file))
      throw new CannotStart(
        `Another process has just locked ${dataDir}: stop it first, or start with another DATA_DIR.`,
      )
  } finally {
    rmSync(own, { force: true })
  }
}

/** Only one process at a time: a second one would remove the lock that the first has just created. */
function replaceDeadLock(own: string, file: string): boolean {
  const guard = `${file}.taking`
  if (!createOnce(own, guard)) {
    if (isAlive(readOwner(guard))) return false
    // The process that created this guard was killed.
    rmSync(guard, { force: true })
    return replaceDeadLock(own, file)
  }
  try {
    if (isAlive(readOwner(file))) return false
    rmSync(file, { force: true })
    return createOnce(own, file)
  } finally {
    rmSync(guard, { force: true })
  }
}

const isAlive = (current: Owner | undefined): current is Owner =>
  current !== undefined && current.born === bornAt(current.pid)

/**
 * Creates `file` unless it exists. A link appears as a whole, so no other process can read half a lock and think it
 * dead.
 */
function createOnce(own: string, file: string): boolean {
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    // Some file systems have no hard links.
    if (!['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'].some((code) => hasCode(error, code))) throw error
    return copyOnce(own, file)
  }
}

function copyOnce(own: string, file: string): boolean {
  try {
    copyFileSync(own, file, constants.COPYFILE_EXCL)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Undefined if the file is gone or a crash cut it short. */
function readOwner(file: string): Owner | undefined {
  try {
    return owner.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
