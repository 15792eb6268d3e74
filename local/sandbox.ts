import { join } from 'node:path'
import { UnreadableJournal } from '../sandbox/journal.ts'
import { listenSandbox } from '../sandbox/listen.ts'
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
  try {
    const { url, close } = await listenSandbox({ port: sandboxPort, seed: 'demo', file })
    return { url, close }
  } catch (error) {
    if (error instanceof UnreadableJournal)
      throw new CannotStart(
        `${file} cannot be read: delete the folder around it to start anew, or start with another DATA_DIR.`,
      )
    throw explainPort(error, sandboxPort, 'SANDBOX_PORT')
  }
}
