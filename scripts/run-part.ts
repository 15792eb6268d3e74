import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** What it is called, and the module that fails when it does not hold, with its arguments. */
export type Part = [name: string, module: string, ...args: string[]]
type Result = { name: string; state: 'ok' | 'FAILED' | 'not run'; seconds: number }

/**
 * Prints what the part says as a whole, when it has ended, or, `live`, while it says it. It is `ok` only where it ended by itself with 0:
 * neither a signal nor a start that fails may pass for that.
 */
export async function runPart([name, module, ...args]: Part, live = false): Promise<Result> {
  const begin = performance.now()
  if (live) console.log(`\n── ${name}`)
  const child = spawn(process.execPath, [module, ...args], {
    cwd: root,
    stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => said.push(chunk))
  const { promise, resolve } = Promise.withResolvers<string>()
  child.on('error', (error) => resolve(`could not start: ${error.message}`))
  child.on('close', (code, signal) => resolve(`ended with ${signal ?? code}`))
  const end = await promise
  const ok = end === 'ended with 0'
  if (!live) console.log(`\n── ${name}\n${Buffer.concat(said).toString()}`)
  if (!ok) console.log(`${name} ${end}`)
  return { name, state: ok ? 'ok' : 'FAILED', seconds: (performance.now() - begin) / 1_000 }
}

/** Runs a part that needs what `install` brings. Where that fails, the part is `not run`, and the reason is printed. */
export async function runWhereInstalled(part: Part, install: () => Promise<void>): Promise<Result> {
  const [name] = part
  const begin = performance.now()
  const seconds = () => (performance.now() - begin) / 1_000
  try {
    await install()
  } catch (error) {
    console.log(`\n── ${name}\nnot run: ${(error as Error).message}`)
    return { name, state: 'not run', seconds: seconds() }
  }
  return { ...(await runPart(part, true)), seconds: seconds() }
}
