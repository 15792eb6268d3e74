import { loadOperatorCommands } from '../lib/operator/operate.ts'
import { CannotStart } from '../local/cannot-start.ts'
import { loadConfig } from '../local/load-config.ts'
import { about, aboutOthers } from './about.ts'
import { argumentsOf, mayAsk, wordsOf } from './operator-arguments.ts'

const shells = { bash: forBash, zsh: forZsh, fish: forFish } as const

/** What a shell must know: each command with its options, and the words that an option can be followed by. */
type Known = { options: ReadonlyMap<string, readonly string[]>; words: ReadonlyMap<string, readonly string[]> }

/** A script for a shell, from the lists of commands, options and configured sources as they are now. Throws `CannotStart`. */
export async function completion([shell = '', ...more]: readonly string[]): Promise<string> {
  if (more.length > 0 || !Object.hasOwn(shells, shell))
    throw new CannotStart('completion needs the name of your shell: bash, zsh or fish.')
  const write = shells[shell as keyof typeof shells]
  return `${head}${write(await known())}`
}

// The names come from the project's own lists, and those of sources have letters, digits and hyphens alone.
const head = `# Completion for backoffice-bridge; where that is not on your PATH, define it:
# backoffice-bridge() { npx backoffice-bridge "$@"; }   (fish: function backoffice-bridge; npx backoffice-bridge $argv; end)
`

async function known(): Promise<Known> {
  const commands = await loadOperatorCommands()
  const { sources } = await loadConfig()
  const list = commands.find(({ name }) => name === 'event.list')
  const options = [
    ...commands.map((command) => {
      const own = [...argumentsOf(command).keys()]
      return [command.name, [...own, ...(mayAsk(command) ? ['yes'] : []), 'json', 'stage', 'region', 'data']]
    }),
    ...Object.entries(aboutOthers).map(([name, { usage }]) => {
      const own = [...usage.matchAll(/--([\w-]+)/g)].map(([, option = '']) => option)
      return [name, name === 'events' && list ? [...argumentsOf(list).keys(), ...own] : own]
    }),
  ] as const
  const words = [...(list ? wordsOf(list) : []), ['source', Object.keys(sources)]] as const
  return {
    options: new Map(options.map(([name, own]) => [name as string, [...new Set(own)]])),
    words: new Map(words as Iterable<readonly [string, readonly string[]]>),
  }
}

const named = (option: string): string => `--${option}`

function forBash({ options, words }: Known): string {
  const cases = [...options]
    .filter(([, own]) => own.length > 0)
    .map(([name, own]) => `    ${name}) words='${own.map(named).join(' ')}' ;;`)
  const values = [...words].map(([option, all]) => `    --${option}) words='${all.join(' ')}' ;;`)
  return `_backoffice_bridge() {
  local words='' at command=''
  for ((at = 1; at < COMP_CWORD; at++)); do
    if [[ \${COMP_WORDS[at]} != -* && \${COMP_WORDS[at - 1]} != --data ]]; then command=\${COMP_WORDS[at]}; break; fi
  done
  case $command in
    '') words='help --version ${[...options.keys()].join(' ')}' ;;
    help) words='${[...options.keys()].join(' ')}' ;;
    completion) words='${Object.keys(shells).join(' ')}' ;;
${cases.join('\n')}
  esac
  # --option=value is three words in bash, and one in zsh.
  local word=\${COMP_WORDS[COMP_CWORD]} option=\${COMP_WORDS[COMP_CWORD - 1]} before=''
  if [[ $word == --*=* ]]; then option=\${word%%=*}; before=$option=; word=\${word#*=}; fi
  if [[ $option == '=' ]]; then option=\${COMP_WORDS[COMP_CWORD - 2]}; fi
  if [[ $word == '=' ]]; then word=''; fi
  case $option in
${values.join('\n')}
  esac
  COMPREPLY=($(compgen -P "$before" -W "$words" -- "$word"))
}
complete -o default -F _backoffice_bridge backoffice-bridge
`
}

/** zsh runs what is written for bash. */
const zshHead = `autoload -Uz compinit bashcompinit
(( \${+functions[compdef]} )) || compinit
bashcompinit
`
function forZsh(known: Known): string {
  return `${zshHead}${forBash(known)}`
}

function forFish({ options, words }: Known): string {
  const call = 'complete -c backoffice-bridge'
  const does = ({ does }: { does: string }) => `'${does.replaceAll("'", "\\'")}'`
  const all = [...Object.entries(about), ...Object.entries(aboutOthers)]
  const commands = all.map(([name, one]) => `${call} -n __fish_use_subcommand -f -a ${name} -d ${does(one)}`)
  const own = [...options].flatMap(([name, named]) =>
    named.map((option) => {
      const values = words.get(option)
      const then = values ? ` -x -a '${values.join(' ')}'` : ''
      return `${call} -n '__fish_seen_subcommand_from ${name}' -l ${option}${then}`
    }),
  )
  const shellNames = Object.keys(shells).join(' ')
  const ofCompletion = `${call} -n '__fish_seen_subcommand_from completion' -f -a '${shellNames}'`
  return `${[...commands, ...own, ofCompletion].join('\n')}\n`
}
