import { operatorCommands } from '../lib/operator/operate.ts'
import { CannotStart } from '../local/cannot-start.ts'
import { loadConfig } from '../local/load-config.ts'
import { callOperator } from './call-operator.ts'
import { listSamples } from './list-samples.ts'
import type { Surroundings } from './surroundings.ts'
import { usage } from './usage.ts'
import { verify } from './verify.ts'

/** Runs one command and answers the exit code. Throws `CannotStart` with what a person has to change. */
export async function runCommandLine(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const [name, ...rest] = args
  switch (name) {
    case 'samples':
      surroundings.out(listSamples(await loadConfig()))
      return 0
    case 'verify':
      return await verify(rest, surroundings)
    case 'help':
    case '--help':
    case '-h':
      surroundings.out(usage())
      return 0
    case undefined:
      throw new CannotStart(usage().trimEnd())
  }
  const command = operatorCommands.find((candidate) => candidate.name === name)
  if (!command) throw new CannotStart(`There is no command "${name}".\n\n${usage().trimEnd()}`)
  return await callOperator(command, rest, surroundings)
}
