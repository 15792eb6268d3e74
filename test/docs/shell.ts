import { execFile, spawn } from 'node:child_process'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { promisify } from 'node:util'
import { until } from '../local/running-stack.ts'
import { root } from './pages.ts'

type Ports = { bridge: number; sandbox: number }
export type Shell = {
  ports: Ports
  /** Runs the blocks in one shell, like a reader, and gives what each printed. */
  run(blocks: string[]): Promise<string[]>
  /** What the last blocks wrote to stderr, for a block that printed nothing. */
  errors(): string
  /** Stops what the start block started, as Ctrl-C does. */
  stop(): Promise<void>
}

const separator = '=====next====='
/** npx takes four times as long as the command itself. Another test runs it by npx. */
const withoutNpm =
  'npx() { if [ "$1" = backoffice-bridge ]; then shift; node cli/main.mjs "$@"; else command npx "$@"; fi; }\n'

/** Runs a page's commands in bash, with free ports and a data directory of their own. */
export async function openShell(startBlock: string, dataDir: string): Promise<Shell> {
  const ports = await freePorts()
  const env = {
    ...process.env,
    PORT: String(ports.bridge),
    SANDBOX_PORT: String(ports.sandbox),
    DATA_DIR: dataDir,
    // No proxy of the machine.
    NO_PROXY: '127.0.0.1',
    no_proxy: '127.0.0.1',
  }
  // A process group, as in a terminal: Ctrl-C reaches shell, npm and node.
  const stack = spawn('bash', ['-c', startBlock], { cwd: root, env, detached: true })
  let output = ''
  for (const stream of [stack.stdout, stack.stderr]) stream.on('data', (chunk) => (output += chunk))
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  stack.once('close', () => resolve())
  const isUp = (): boolean => {
    if (stack.exitCode !== null) throw new Error(`${startBlock} ended:\n${output}`)
    return output.includes('Ctrl-C')
  }
  await until(`the banner of ${startBlock}`, isUp, 30_000)
  let errors = ''
  return {
    ports,
    errors: () => errors,
    async run(blocks) {
      const script = blocks.map((block) => withPorts(block, ports)).join(`printf '\\n${separator}\\n'\n`)
      const { stdout, stderr } = await promisify(execFile)('bash', ['-c', withoutNpm + script], {
        cwd: root,
        env,
        maxBuffer: 1e8,
      })
      errors = stderr
      return stdout.split(`\n${separator}\n`)
    },
    stop() {
      const runs = stack.exitCode === null && stack.signalCode === null
      if (runs && stack.pid !== undefined) process.kill(-stack.pid, 'SIGINT')
      return ended
    },
  }
}

const withPorts = (block: string, { bridge, sandbox }: Ports): string =>
  block.replaceAll('127.0.0.1:3000', `127.0.0.1:${bridge}`).replaceAll('127.0.0.1:3001', `127.0.0.1:${sandbox}`)

/** Taken at the same time, so that they differ, then released. */
async function freePorts(): Promise<Ports> {
  const [bridge, sandbox] = await Promise.all([listening(), listening()])
  const ports = { bridge: portOf(bridge), sandbox: portOf(sandbox) }
  bridge.close()
  sandbox.close()
  return ports
}

async function listening(): Promise<Server> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port
