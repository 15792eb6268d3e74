import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a call of `aws` whose words contain `call` prints, or the refusal with which it ends. */
export type Answer = { call: string; prints?: string; refuses?: string }
/** One call: its words, what it got through a pipe, and how often it may be sent. */
export type Call = { words: string; stdin: string; attempts: string }

/** Puts a program `aws` that only gives these answers into `folder`. The first that fits counts; any other call prints nothing. */
export function standInAws(folder: string, answers: readonly Answer[]): { calls: () => Call[] } {
  const log = join(folder, 'calls')
  const cases = answers.map(({ call, prints = '', refuses }) => {
    const then = refuses === undefined ? `printf %s ${quoted(prints)}` : `echo ${quoted(refuses)} >&2; exit 254`
    return `*${quoted(call)}*) ${then} ;;`
  })
  const program = [
    '#!/bin/bash',
    "stdin=''",
    'case "$*" in */dev/stdin*) stdin="$(cat)" ;; esac',
    `printf '%s\\0%s\\0%s\\0' "$*" "$stdin" "\${AWS_MAX_ATTEMPTS:-}" >>${quoted(log)}`,
    `case "$*" in ${cases.join('\n')} esac`,
    // A function that answers writes it to a file.
    `for word in "$@"; do case "$word" in *answer.json) printf '{"ok":true}' >"$word" ;; esac; done`,
  ]
  mkdirSync(folder)
  writeFileSync(log, '')
  writeFileSync(join(folder, 'aws'), `${program.join('\n')}\n`)
  chmodSync(join(folder, 'aws'), 0o755)
  return {
    calls: () => {
      const parts = readFileSync(log, 'utf8').split('\0').slice(0, -1)
      return Array.from({ length: parts.length / 3 }, (_, at) => {
        const [words = '', stdin = '', attempts = ''] = parts.slice(3 * at)
        return { words, stdin, attempts }
      })
    },
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
