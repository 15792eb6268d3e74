import { decisions } from '../lib/operator/decisions.ts'
import { about, aboutOthers } from './about.ts'
import { isLike } from './is-like.ts'

const call = 'npx backoffice-bridge'
const kinds = { text: '<text>', number: '<number>', flag: '', json: '<JSON>' } as const

/** How one command is written, what it does, and examples; undefined if there is none of that name. */
export async function usageOf(name: string): Promise<string | undefined> {
  const other = Object.hasOwn(aboutOthers, name) ? aboutOthers[name] : undefined
  if (other) return page(name, { ...other, options: [] })
  if (!Object.hasOwn(about, name)) return undefined
  // Loading takes most of the time of a command, and the list of all needs none of this.
  const { loadOperatorCommand } = await import('../lib/operator/operate.ts')
  const { argumentsOf, firstOf, mayAsk } = await import('./operator-arguments.ts')
  const command = await loadOperatorCommand(name)
  if (!command) return undefined
  const first = firstOf(command)
  const others = [...argumentsOf(command).keys()].filter((one) => !first.includes(one)).map((one) => `--${one}`)
  const words = first.length > 0 ? [`<${first.join(' or ')}>`, ...others] : others
  const usage = `${words.join(' ')} [--json ['{...}']] [--stage <name> [--region <region>]]`.trimStart()
  const known = argumentsOf(command)
  const isWho = (option: string) => option === 'by' && decisions.has(name)
  const options = [...known].map(([option, kind]) =>
    `--${option} ${isWho(option) ? who : writtenAs(option, kind)}`.trimEnd(),
  )
  if (mayAsk(command)) options.push('--yes              does it without a question')
  return page(name, { usage, does: '', examples: [], ...about[name], options })
}

const who = '<name>              who decides, as you say; of a stage as AWS knows you, unless you say it'

/** A filter is easier to type than its JSON. */
const writtenAs = (option: string, kind: keyof typeof kinds): string =>
  option === 'where' ? '<filter>           such as status=failed,reason=mapping, or the same as JSON' : kinds[kind]

type Page = { usage: string; does: string; examples: readonly string[]; options: readonly string[] }

const page = (name: string, { usage, does, examples, options }: Page): string =>
  [
    `Usage: ${call} ${name} ${usage}`.trimEnd(),
    '',
    does,
    ...(options.length > 0
      ? [
          '',
          'Options:',
          ...options.map((one) => `  ${one}`),
          "  --json ['{...}']   prints JSON; with a value it takes all arguments at once",
        ]
      : []),
    '',
    'Examples:',
    ...examples.map((one) => `  ${call} ${one}`),
    '',
  ].join('\n')

/** The commands that somebody may have meant. */
export function likeIt(typed: string): string[] {
  const names = ['help', '--version', ...Object.keys(about), ...Object.keys(aboutOthers)]
  return names.filter((name) => name.split('.').includes(typed) || isLike(typed, name))
}

/** All commands, one per line, each with what it does. */
export function usage(): string {
  const commands = Object.entries(about).map(([name, { does }]) => [name, does] as const)
  const others = Object.entries(aboutOthers).map(([name, { does }]) => [name, does] as const)
  const width = Math.max(...[...commands, ...others].map(([name]) => name.length)) + 2
  const row = ([name, does]: readonly [string, string]) => `  ${name.padEnd(width)}${does}`
  return `Usage: ${call} <command>

Without a running bridge, but for events and console:
${others.map(row).join('\n')}
  ${'help'.padEnd(width)}Shows this list; <command> --help shows how that one is written, --version which version this is.

With the bridge that npm start runs, or with --stage <name> [--region <region>] a deployed one (docs/operator.md).
Each prints a table or fields, and with --json its JSON:
${commands.map(row).join('\n')}
`
}
