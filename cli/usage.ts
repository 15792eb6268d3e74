import { operatorCommands } from '../lib/operator/operate.ts'
import { argumentsOf } from './operator-arguments.ts'

/** Every command there is, one a line. */
export function usage(): string {
  const commands = operatorCommands.map((command) => {
    const names = [...argumentsOf(command).keys()].map((name) => `--${name}`)
    return [command.name, names.join(' ')] as const
  })
  const width = Math.max(...commands.map(([name]) => name.length)) + 2
  const rows = commands.map(([name, names]) => `  ${name.padEnd(width)}${names}`.trimEnd())
  return `Usage: npx backoffice-bridge <command>

On this machine alone:
  samples           sources and their sample deliveries
  verify <source> --headers <file> --body <file> [--token <token>] [--secrets <file>] [--at <time>]
                    why a captured delivery is accepted or refused, without sending it
  help              this list

To the bridge that npm start runs (docs/operator.md); any of them also by --json '{...}':
${rows.join('\n')}
`
}
