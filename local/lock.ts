import { constants, copyFileSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { bornAt } from './born-at.ts'
import { CannotStart } from './cannot-start.ts'
import { makeFolder, orCannotStart } from './make-folder.ts'

/** `born` tells a living process from another one that was given the same number after a crash or in a new container. */
const owner = z.object({ pid: z.int().positive(), born: z.string() })
type Owner = z.infer<typeof owner>

/**
 * Takes `<dataDir>/lock` for this process and answers how to release it, which any exit of its own does too. The lock of a dead process is taken over.
 * Throws `CannotStart` while another process holds it, and where the folder cannot be made or written to.
 */
export function lockDataDir(dataDir: string): () => void {
  makeFolder(dataDir)
  const file = join(dataDir, 'lock')
  orCannotStart(dataDir, () => takeLock(dataDir, file))
  const release = (): void => {
    process.off('exit', release)
    if (readOwner(file)?.pid === process.pid) rmSync(file, { force: true })
  }
  process.on('exit', release)
  return release
}

function takeLock(dataDir: string, file: string): void {
  const own = `${file}.${process.pid}`
  writeFileSync(own, JSON.stringify({ pid: process.pid, born: bornAt(process.pid) }))
  try {
    if (tryToPut(own, file)) return
    const holder = readOwner(file)
    if (isAlive(holder)) {
      throw new CannotStart(
        `${dataDir} is in use by process ${holder.pid}: stop it first, or start with another DATA_DIR (and PORT, SANDBOX_PORT).`,
      )
    }
    if (!takeOver(own, file))
      throw new CannotStart(
        `${dataDir} has just been taken by another process: stop it first, or start with another DATA_DIR.`,
      )
  } finally {
    rmSync(own, { force: true })
  }
}

/** One process at a time: a second one would remove the lock that the first has just put in the dead one's place. */
function takeOver(own: string, file: string): boolean {
  const turn = `${file}.taking`
  if (!tryToPut(own, turn)) {
    if (isAlive(readOwner(turn))) return false
    // Of a process that was killed in its turn.
    rmSync(turn, { force: true })
    return takeOver(own, file)
  }
  try {
    if (isAlive(readOwner(file))) return false
    rmSync(file, { force: true })
    return tryToPut(own, file)
  } finally {
    rmSync(turn, { force: true })
  }
}

const isAlive = (holder: Owner | undefined): holder is Owner =>
  holder !== undefined && holder.born === bornAt(holder.pid)

/** A link appears as a whole: a second process that starts at the same moment never sees half of a lock and takes it for a dead one's. */
function tryToPut(own: string, file: string): boolean {
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    // Some file systems have no links.
    if (!['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'].some((code) => hasCode(error, code))) throw error
    return tryToCopy(own, file)
  }
}

function tryToCopy(own: string, file: string): boolean {
  try {
    copyFileSync(own, file, constants.COPYFILE_EXCL)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Undefined where the file is gone or was cut short by a crash. */
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
