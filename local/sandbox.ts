import { join } from 'node:path'
import { UnreadableJournal } from '../sandbox/journal.ts'
import { listenSandbox } from '../sandbox/listen.ts'
import { CannotStart } from './cannot-start.ts'
import type { LocalSettings } from './environment.ts'
import { explainPort } from './listen.ts'

export type LocalSandbox = { url: string; close: () => Promise<void> }

/**
 * Starts the sandbox beside the bridge. It is kept on disk if the tables are, each change before its answer leaves: the
 * orders of the sandbox must fit what the tables remember of them.
 */
export async function startLocalSandbox({ sandboxPort, dataDir }: LocalSettings): Promise<LocalSandbox> {
  const file = dataDir === undefined ? undefined : join(dataDir, 'sandbox.jsonl')
  try {
    const { url, close } = await listenSandbox({ port: sandboxPort, seed: 'demo', file })
    return { url, close }
  } catch (error) {
    if (error instanceof UnreadableJournal)
      throw new CannotStart(
        `${file} cannot be read: delete ${dataDir} to start with empty tables and a new sandbox, or start with another DATA_DIR.`,
      )
    throw explainPort(error, sandboxPort, 'SANDBOX_PORT')
  }
}
