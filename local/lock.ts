import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
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
  if (!tryToCreate(file)) {
    const holder = readOwner(file)
    if (holder && holder.born === bornAt(holder.pid)) {
      throw new CannotStart(
        `${dataDir} is in use by process ${holder.pid}: stop it first, or start with another DATA_DIR (and PORT, SANDBOX_PORT).`,
      )
    }
    rmSync(file, { force: true })
    if (!tryToCreate(file))
      throw new CannotStart(
        `${dataDir} has just been taken by another process: stop it first, or start with another DATA_DIR.`,
      )
  }
}

function tryToCreate(file: string): boolean {
  try {
    const descriptor = openSync(file, 'wx')
    writeSync(descriptor, JSON.stringify({ pid: process.pid, born: bornAt(process.pid) }))
    closeSync(descriptor)
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
