import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { withEscapes } from '../lib/plain-text.ts'
import { CannotStart } from '../local/cannot-start.ts'
import type { Surroundings } from './surroundings.ts'

/**
 * Runs one command and returns the exit code. Throws `CannotStart` with what a person must change. Imports only what
 * this command needs, because loading takes most of its time.
 */
export async function runCommandLine(args: readonly string[], given: Surroundings): Promise<number> {
  if (args[0] === 'serve' && !args.some(asksForHelp)) {
    const { runServe } = await import('../local/serve/run.ts')
    return await runServe(args.slice(1))
  }
  const {
    args: [name, ...rest],
    dataDir,
  } = withDataDir(args, given)
  const surroundings = { ...forTerminal(given), dataDir }
  if (name === 'help') return await help(rest[0] ?? name, surroundings)
  if (name !== undefined && [name, ...rest].some(asksForHelp)) return await help(name, surroundings)
  switch (name) {
    case '--version':
      surroundings.out(await version())
      return 0
    case 'samples':
      surroundings.out(await samples())
      return 0
    case 'verify': {
      const { verify } = await import('./verify.ts')
      return await verify(rest, surroundings)
    }
    case 'init': {
      const { init } = await import('./init/init.ts')
      return await init(rest, surroundings)
    }
    case 'events': {
      const { events } = await import('./events.ts')
      return await events(rest, surroundings)
    }
    case 'console': {
      const { serveConsole } = await import('./console.ts')
      return await serveConsole(rest, surroundings)
    }
    case 'completion': {
      const { completion } = await import('./completion.ts')
      surroundings.out(await completion(rest))
      return 0
    }
    default:
      return await operate(name, rest, surroundings)
  }
}

/** Takes `--data <dir>` out of the line, wherever it stands. */
function withDataDir(args: readonly string[], { env, cwd }: Surroundings) {
  const at = args.findIndex((arg) => arg === '--data' || arg.startsWith('--data='))
  const isTwo = args[at] === '--data'
  const named = isTwo ? args[at + 1] : args[at]?.slice('--data='.length)
  if (at >= 0 && !named)
    throw new CannotStart('--data needs the folder of a bridge, as in --data /var/lib/backoffice-bridge.')
  const dataDir = named ?? (env.BRIDGE_DATA?.trim() || undefined)
  return {
    args: at < 0 ? args : args.toSpliced(at, isTwo ? 2 : 1),
    dataDir: dataDir === undefined ? undefined : resolve(cwd, dataDir),
  }
}

/** Nothing that comes from outside may steer a terminal, or turn around what it shows. */
const forTerminal = (given: Surroundings): Surroundings => ({
  ...given,
  out: (text) => given.out(withEscapes(text)),
  print: given.print ?? given.out,
  err: (text) => given.err(withEscapes(text)),
})

async function samples(): Promise<string> {
  const { listSamples } = await import('./list-samples.ts')
  const { loadConfig } = await import('../local/load-config.ts')
  return listSamples(await loadConfig())
}

/** Runs an operator's command. */
async function operate(name: string | undefined, args: readonly string[], surroundings: Surroundings): Promise<number> {
  if (name === undefined) {
    const { usage } = await import('./usage.ts')
    throw new CannotStart(usage().trimEnd())
  }
  const { loadOperatorCommand } = await import('../lib/operator/operate.ts')
  const command = await loadOperatorCommand(name)
  if (!command) throw new CannotStart(await noCommand(name))
  const { callOperator } = await import('./call-operator.ts')
  return await callOperator(command, args, surroundings)
}

const asksForHelp = (arg: string): boolean => arg === '--help' || arg === '-h'

/** Shows how the command is written, or the list of all. */
async function help(name: string, { out }: Surroundings): Promise<number> {
  const { usage, usageOf } = await import('./usage.ts')
  const isList = name === 'help' || asksForHelp(name)
  const text = isList ? usage() : await usageOf(name)
  if (text === undefined) throw new CannotStart(await noCommand(name))
  out(text)
  return 0
}

async function noCommand(name: string): Promise<string> {
  const { likeIt, usage } = await import('./usage.ts')
  const meant = likeIt(name)
  const more = meant.length > 0 ? ` Did you mean ${meant.join(' or ')}? help shows all commands.` : `\n\n${usage()}`
  return `The command "${name}" does not exist.${more.trimEnd()}`
}

async function version(): Promise<string> {
  const file = new URL('../package.json', import.meta.url)
  const { name, version: number } = JSON.parse(await readFile(file, 'utf8'))
  return `${name} ${number}\n`
}
