import { listenSandbox } from '../sandbox/listen.ts'
import type { LocalSettings } from './environment.ts'
import { explainPort } from './listen.ts'

/** The sandbox beside the bridge, with the demo's orders. */
export async function startLocalSandbox({
  sandboxPort,
}: LocalSettings): Promise<{ url: string; close: () => Promise<void> }> {
  try {
    const { url, close } = await listenSandbox({ port: sandboxPort, seed: 'demo' })
    return { url, close }
  } catch (error) {
    throw explainPort(error, sandboxPort, 'SANDBOX_PORT')
  }
}
