import { spawn } from 'node:child_process'
import { networkInterfaces } from 'node:os'

/** Whether this process reaches nothing but itself: it has loopback interfaces alone. */
export function isAlone(): boolean {
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  return addresses.length > 0 && addresses.every(({ internal }) => internal)
}

/** What the shell answers if the new namespace cannot be used. */
const couldNotEnter = 126

/**
 * Runs a program of this Node in a network namespace of its own, with the output of this process. Answers its exit code. Throws if no
 * such namespace can be made here.
 */
export async function runAlone(args: readonly string[]): Promise<number> {
  const asRoot = process.getuid?.() === 0
  const script = `ip link set lo up || exit ${couldNotEnter}; exec "$@"`
  const child = spawn(
    'unshare',
    [...(asRoot ? ['--net'] : ['--net', '--map-root-user']), 'sh', '-c', script, 'sh', process.execPath, ...args],
    { stdio: ['ignore', 'inherit', 'pipe'] },
  )
  const signals = ['SIGINT', 'SIGTERM'] as const
  const forward = (signal: NodeJS.Signals) => void child.kill(signal)
  for (const signal of signals) process.on(signal, forward)
  let first = ''
  child.stderr.on('data', (chunk: Buffer) => {
    first = (first + chunk.toString()).slice(0, 1_000)
    process.stderr.write(chunk)
  })
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  child.once('error', (error) => {
    first = error.message
    resolve(undefined)
  })
  child.once('close', (code, signal) => resolve(code ?? (signal === null ? undefined : 1)))
  const code = await promise
  for (const signal of signals) process.off(signal, forward)
  if (code === undefined || code === couldNotEnter || first.startsWith('unshare:'))
    throw new Error(`no network namespace can be made here (Linux, unshare and ip are needed): ${first.trim()}`)
  return code
}
