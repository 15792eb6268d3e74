import { withEscapes } from '../lib/plain-text.ts'
import { CannotStart } from '../local/cannot-start.ts'
import type { Surroundings } from './surroundings.ts'

/**
 * Runs one command and returns the exit code. Throws `CannotStart` with what a person must change. Imports only what
 * this command needs, because loading takes most of its time.
 */
export async function runCommandLine(args: readonly string[], given: Surroundings): Promise<number> {
  const [name, ...rest] = args
  const surroundings = forTerminal(given)
  switch (name) {
    case 'samples':
      surroundings.out(await samples())
      return 0
    case 'verify': {
      const { verify } = await import('./verify.ts')
      return await verify(rest, surroundings)
    }
    default:
      return await operate(name, rest, surroundings)
  }
}

/** Nothing that comes from outside may steer a terminal, or turn around what it shows. */
const forTerminal = (given: Surroundings): Surroundings => ({
  ...given,
  out: (text) => given.out(withEscapes(text)),
  err: (text) => given.err(withEscapes(text)),
})

async function samples(): Promise<string> {
  const { listSamples } = await import('./list-samples.ts')
  const { loadConfig } = await import('../local/load-config.ts')
  return listSamples(await loadConfig())
}

/** Runs an operator's command, or shows the list of all commands. */
async function operate(name: string | undefined, args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { operatorCommands } = await import('../lib/operator/operate.ts')
  const command = operatorCommands.find((candidate) => candidate.name === name)
  if (command) {
    const { callOperator } = await import('./call-operator.ts')
    return await callOperator(command, args, surroundings)
  }
  const { usage } = await import('./usage.ts')
  if (name === undefined) throw new CannotStart(usage().trimEnd())
  if (!['help', '--help', '-h'].includes(name))
    throw new CannotStart(`The command "${name}" does not exist.\n\n${usage().trimEnd()}`)
  surroundings.out(usage())
  return 0
}
