import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** The name of a part, the module that checks it, and the module's arguments. */
export type Part = [name: string, module: string, ...args: string[]]
export type Result = { name: string; state: 'ok' | 'FAILED' | 'not run'; seconds: number }

/**
 * Runs a part and prints its output: at the end, or while it runs if `live` is set. The part is `ok` only if it ended
 * by itself with 0, so a signal or a failed start never counts as success.
 */
export async function runPart([name, module, ...args]: Part, live = false): Promise<Result> {
  const begin = performance.now()
  if (live) console.log(`\n── ${name}`)
  const child = spawn(process.execPath, [module, ...args], {
    cwd: root,
    stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => output.push(chunk))
  const { promise, resolve } = Promise.withResolvers<string>()
  child.on('error', (error) => resolve(`could not start: ${error.message}`))
  child.on('close', (code, signal) => resolve(`ended with ${signal ?? code}`))
  const end = await promise
  const ok = end === 'ended with 0'
  if (!live) console.log(`\n── ${name}\n${Buffer.concat(output).toString()}`)
  if (!ok) console.log(`${name} ${end}`)
  return { name, state: ok ? 'ok' : 'FAILED', seconds: (performance.now() - begin) / 1_000 }
}

/** Runs a part that needs what `install` installs. If that fails, the part is `not run`, and the reason is printed. */
export async function runIfInstalled(part: Part, install: () => Promise<void>, live = false): Promise<Result> {
  const [name] = part
  const begin = performance.now()
  const seconds = () => (performance.now() - begin) / 1_000
  try {
    await install()
  } catch (error) {
    console.log(`\n── ${name}\nnot run: ${(error as Error).message}`)
    return { name, state: 'not run', seconds: seconds() }
  }
  return { ...(await runPart(part, live)), seconds: seconds() }
}
