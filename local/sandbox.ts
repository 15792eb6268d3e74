import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listenSandbox } from '../sandbox/listen.ts'
import { restoreSnapshots, type Snapshot, takeSnapshot } from '../sandbox/snapshot.ts'
import type { World } from '../sandbox/world.ts'
import { CannotStart } from './cannot-start.ts'
import type { LocalSettings } from './environment.ts'
import { explainPort } from './listen.ts'

export type LocalSandbox = { url: string; close: () => Promise<void> }

/**
 * The sandbox beside the bridge. Where the tables are on disk it is too, each change before its answer goes out: an order that
 * forgot its returns would contradict what the tables remember of it.
 */
export async function startLocalSandbox({ sandboxPort, dataDir }: LocalSettings): Promise<LocalSandbox> {
  const file = dataDir === undefined ? undefined : join(dataDir, 'sandbox.jsonl')
  const saved = file === undefined ? [] : readSnapshots(file)
  try {
    const { url, close, sandbox } = await listenSandbox({
      port: sandboxPort,
      seed: 'demo',
      ...(file !== undefined && { onChange: createKeeper(file) }),
    })
    restoreSnapshots(sandbox.world, saved)
    return { url, close }
  } catch (error) {
    throw explainPort(error, sandboxPort, 'SANDBOX_PORT')
  }
}

/** One line a change, after a first line with everything: anew for each process, and after a reset. */
function createKeeper(file: string): (world: World) => void {
  let kept: World['store'] | undefined
  return (world) => {
    if (world.store === kept) return appendFileSync(file, toLine(takeSnapshot(world, 'put')))
    kept = world.store
    // Whole or not at all: a crash while writing leaves the file as it was.
    writeFileSync(`${file}.new`, toLine(takeSnapshot(world, 'all')))
    renameSync(`${file}.new`, file)
  }
}

const toLine = (snapshot: Snapshot): string => `${JSON.stringify(snapshot)}\n`

/** Empty before the first change. What stands behind the last line's end was cut short by a crash, and its answer never went out. */
function readSnapshots(file: string): Snapshot[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return []
  }
  const lines = text.split('\n').slice(0, -1)
  try {
    const snapshots = lines.map((line): Snapshot => JSON.parse(line))
    if (snapshots.length > 0 && snapshots.every(({ version }) => version === 1)) return snapshots
  } catch {
    // Said below, as for another version.
  }
  throw new CannotStart(
    `${file} cannot be read: delete the folder around it to start anew, or start with another DATA_DIR.`,
  )
}
