import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { until } from './until.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
type Ended = { code: number | null; output: string }
export type Program = {
  child: ChildProcess
  output: () => string
  ended: Promise<Ended>
  /** Signals only this process, by its id. */
  stop: (signal?: NodeJS.Signals) => Promise<Ended>
}

/** Runs one of the project's own programs. The caller must end it. */
export const spawnProgram = (script: string, args: string[], env: Record<string, string>): Program =>
  spawnCommand([process.execPath, script, ...args], env)

/** Runs any other command in the folder of the project. The caller must end it. */
export function spawnCommand([command = '', ...args]: string[], env: Record<string, string>): Program {
  const child = spawn(command, args, { cwd: root, env: { PATH: process.env.PATH, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const { promise: ended, resolve } = Promise.withResolvers<Ended>()
  child.once('close', (code) => resolve({ code, output }))
  const stop = (signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> => {
    child.kill(signal)
    return ended
  }
  return { child, output: () => output, ended, stop }
}

/** Waits for the banner of `npm start` and reads its addresses. Rejects with the output if the process ends instead. */
export async function readBanner({ child, output }: Program, withinMs?: number) {
  const isUp = (): boolean => {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`it ended:\n${output()}`)
    return output().includes('Ctrl-C')
  }
  await until('the banner', isUp, withinMs)
  const address = (row: string): string | undefined =>
    output().match(new RegExp(`${row}.*?(http://127\\.0\\.0\\.1:\\d+)`))?.[1]
  return { url: address('Webhooks') ?? '', sandboxUrl: address('Sandbox') }
}
