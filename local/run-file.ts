import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { bornAt } from './born-at.ts'

const running = z.object({ webhooks: z.url(), console: z.url(), key: z.string().min(1), pid: z.int().positive() })
/** A bridge that runs over a data directory: its addresses and its launch key. */
export type Running = z.infer<typeof running>

export const runFileIn = (dataDir: string): string => join(dataDir, 'run.json')

/** Says, to this user alone, what runs over the directory. Returns what takes it away again. */
export function writeRunFile(dataDir: string, found: Running): () => void {
  const file = runFileIn(dataDir)
  // A new file: what another process has left may be readable for others.
  writeFileSync(`${file}.new`, `${JSON.stringify(found)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return () => {
    if (read(file)?.key === found.key) rmSync(file, { force: true })
  }
}

/** Undefined where nothing runs over the directory. A process that was killed leaves its file behind. */
export function readRunFile(dataDir: string): Running | undefined {
  const found = read(runFileIn(dataDir))
  return found && bornAt(found.pid) !== undefined ? found : undefined
}

function read(file: string): Running | undefined {
  try {
    return running.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}
