import { execFile, spawn } from 'node:child_process'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { promisify } from 'node:util'
import { until } from '../local/running-stack.ts'
import { root } from './pages.ts'

type Ports = { bridge: number; sandbox: number }
export type Shell = {
  ports: Ports
  /** The blocks in one shell, as a reader has one; what each printed. */
  run(blocks: string[]): Promise<string[]>
  /** What the last blocks wrote to stderr: why one of them printed nothing. */
  errors(): string
  /** Ends what the start block started, as Ctrl-C does. */
  stop(): Promise<void>
}

const separator = '=====next====='
/** npm takes four times as long to find the command as the command takes; that it finds it is a test of its own. */
const withoutNpm =
  'npx() { if [ "$1" = backoffice-bridge ]; then shift; node cli/main.mjs "$@"; else command npx "$@"; fi; }\n'

/** Runs a page's commands by bash, with free ports in place of the usual ones and a data directory of their own. */
export async function openShell(startBlock: string, dataDir: string): Promise<Shell> {
  const ports = await freePorts()
  const env = {
    ...process.env,
    PORT: String(ports.bridge),
    SANDBOX_PORT: String(ports.sandbox),
    DATA_DIR: dataDir,
    // A proxy of the machine must not come between.
    NO_PROXY: '127.0.0.1',
    no_proxy: '127.0.0.1',
  }
  // A group of its own, as a terminal gives it: Ctrl-C reaches shell, npm and node.
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

/** Taken together, so that they differ, and given back at once. */
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
