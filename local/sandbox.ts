import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listenSandbox } from '../sandbox/listen.ts'
import { restoreSnapshot, type Snapshot, takeSnapshot } from '../sandbox/snapshot.ts'
import type { World } from '../sandbox/world.ts'
import { CannotStart } from './cannot-start.ts'
import type { LocalSettings } from './environment.ts'
import { explainPort } from './listen.ts'

export type LocalSandbox = { url: string; close: () => Promise<void> }

/**
 * The sandbox beside the bridge. Where the tables are on disk it is too, and with every change: an order that forgot its returns
 * would contradict what the tables remember of it.
 */
export async function startLocalSandbox({ sandboxPort, dataDir }: LocalSettings): Promise<LocalSandbox> {
  const file = dataDir === undefined ? undefined : join(dataDir, 'sandbox.json')
  const saved = file === undefined ? undefined : readSnapshot(file)
  const keep = file === undefined ? {} : { onChange: (world: World) => write(file, takeSnapshot(world)) }
  try {
    const { url, close, sandbox } = await listenSandbox({ port: sandboxPort, seed: 'demo', ...keep })
    if (saved) restoreSnapshot(sandbox.world, saved)
    return { url, close }
  } catch (error) {
    throw explainPort(error, sandboxPort, 'SANDBOX_PORT')
  }
}

/** Whole or not at all: a crash while writing leaves the file as it was. */
function write(file: string, snapshot: Snapshot): void {
  writeFileSync(`${file}.new`, JSON.stringify(snapshot))
  renameSync(`${file}.new`, file)
}

/** Undefined before the first change. */
function readSnapshot(file: string): Snapshot | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
  try {
    const snapshot: Snapshot = JSON.parse(text)
    if (snapshot.version === 1) return snapshot
  } catch {
    // Said below, as for another version.
  }
  throw new CannotStart(
    `${file} cannot be read: delete the folder around it to start anew, or start with another DATA_DIR.`,
  )
}
