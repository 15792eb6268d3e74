import { loadOperatorCommand, loadOperatorCommands } from '../lib/operator/operate.ts'
import type { OperatorCommand } from '../lib/operator/operator.ts'
import { argumentsOf } from './operator-arguments.ts'

/** What follows the names of the commands that need no running bridge. */
const withoutBridge: ReadonlyMap<string, string> = new Map([
  [
    'init',
    '[--source [<name>=]<kind>]... [--backOffice <address>] [--username <name>] [--secrets <file or ->] [--publicUrl <address>] [--later backOffice|<source>]... [--replace] [--dryRun]',
  ],
  ['samples', ''],
  ['verify', '<source> --headers <file> --body <file> [--token <token>] [--secrets <file>] [--at <time>]'],
])

/** How one command is written, as a line; undefined if there is none of that name. */
export async function usageOf(name: string): Promise<string | undefined> {
  const command = await loadOperatorCommand(name)
  const rest = command
    ? `${optionsOf(command)} [--json '{...}'] [--stage <name> [--region <region>]]`
    : withoutBridge.get(name)
  return rest === undefined ? undefined : `${`Usage: npx backoffice-bridge ${name} ${rest}`.trimEnd()}\n`
}

/** All commands, one per line. */
export async function usage(): Promise<string> {
  const commands = (await loadOperatorCommands()).map((command) => [command.name, optionsOf(command)] as const)
  const width = Math.max(...commands.map(([name]) => name.length)) + 2
  const rows = commands.map(([name, names]) => `  ${name.padEnd(width)}${names}`.trimEnd())
  return `Usage: npx backoffice-bridge <command>

Without a running bridge:
  init              ask what the bridge must know, and write bridge.config.ts and the two secrets
  samples           list sources and their sample deliveries
  verify ${withoutBridge.get('verify')}
                    say why a captured delivery is accepted or refused, without sending it
  help              show this list

With the bridge that npm start runs, or with --stage <name> [--region <region>] a deployed one (docs/operator.md);
each also accepts --json '{...}':
${rows.join('\n')}
`
}

const optionsOf = (command: OperatorCommand): string =>
  [...argumentsOf(command).keys()].map((name) => `--${name}`).join(' ')
