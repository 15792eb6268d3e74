import { operatorCommands } from '../lib/operator/operate.ts'
import { argumentsOf } from './operator-arguments.ts'

/** All commands, one per line. */
export function usage(): string {
  const commands = operatorCommands.map((command) => {
    const names = [...argumentsOf(command).keys()].map((name) => `--${name}`)
    return [command.name, names.join(' ')] as const
  })
  const width = Math.max(...commands.map(([name]) => name.length)) + 2
  const rows = commands.map(([name, names]) => `  ${name.padEnd(width)}${names}`.trimEnd())
  return `Usage: npx backoffice-bridge <command>

Without a running bridge:
  samples           list sources and their sample deliveries
  verify <source> --headers <file> --body <file> [--token <token>] [--secrets <file>] [--at <time>]
                    say why a captured delivery is accepted or refused, without sending it
  help              show this list

With the bridge that npm start runs (docs/operator.md); each also accepts --json '{...}':
${rows.join('\n')}
`
}
