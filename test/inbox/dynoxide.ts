import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'

export type Dynoxide = { endpoint: string; close: () => Promise<void> }
const mostTries = 3
/** Of the package's one file, an optional dependency: there is none for most platforms. */
const program = findProgram()

function findProgram(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve('@dynoxide/linux-x64/dynoxide')
  } catch {
    return undefined
  }
}

/** Why nothing can run over it here; undefined where it is installed. */
export const dynoxideAbsent = program === undefined ? '@dynoxide/linux-x64 is not installed' : undefined

/** A DynamoDB with streams, in a process of its own and in memory, on loopback. */
export async function startDynoxide(): Promise<Dynoxide> {
  if (program === undefined) throw new Error(dynoxideAbsent)
  for (let tries = 1; ; tries++) {
    // It cannot tell which port it took for port 0. If somebody takes this one meanwhile, it ends, and the next try has another.
    const port = await freePort()
    const child = spawn(program, ['--port', String(port)], { stdio: ['ignore', 'pipe', 'pipe'] })
    const { listens, said } = await firstWords(child)
    if (listens) return { endpoint: `http://127.0.0.1:${port}`, close: closer(child) }
    if (tries === mostTries) throw new Error(`dynoxide does not start: ${said}`)
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Until it says that it listens, or has ended. */
const firstWords = (child: ChildProcess): Promise<{ listens: boolean; said: string }> =>
  new Promise((resolve, reject) => {
    let said = ''
    const hear = (words: Buffer) => {
      said += words
      if (said.includes('listening on http://')) resolve({ listens: true, said })
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('error', reject)
    child.once('close', () => resolve({ listens: false, said }))
  })

/** It holds nothing that has to be saved. A test that never comes to its end takes it along too. */
function closer(child: ChildProcess): () => Promise<void> {
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  return async () => {
    process.off('exit', kill)
    const ended = once(child, 'exit')
    if (kill()) await ended
  }
}
