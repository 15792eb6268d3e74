import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a call of `aws` whose words contain `call` prints, and how it ends. The first that fits counts; any other call prints nothing. */
export type Answer = { call: string; prints?: string; refuses?: string }

/** One call: its words, what it was given through a pipe, and how often it may be sent. */
export type Call = { words: string; stdin: string; attempts: string | undefined }

const program = `#!${process.execPath}
const { appendFileSync, readFileSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const words = process.argv.slice(2).join(' ')
const stdin = words.includes('/dev/stdin') ? readFileSync(0, 'utf8') : ''
const attempts = process.env.AWS_MAX_ATTEMPTS
appendFileSync(join(__dirname, 'calls'), JSON.stringify({ words, stdin, attempts }) + '\\n')
const answers = JSON.parse(readFileSync(join(__dirname, 'answers.json'), 'utf8'))
const { prints = '', refuses } = answers.find(({ call }) => words.includes(call)) ?? {}
if (refuses !== undefined) {
  console.error(refuses)
  process.exit(254)
}
if (words.startsWith('lambda invoke')) writeFileSync(process.argv.find((word) => word.endsWith('answer.json')), '{"ok":true}')
process.stdout.write(prints)
`

/** Puts a program `aws` that only gives these answers into `folder`, which belongs into PATH. */
export function standInAws(folder: string, answers: readonly Answer[]): { calls: () => Call[] } {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{"type": "commonjs"}')
  writeFileSync(join(folder, 'answers.json'), JSON.stringify(answers))
  writeFileSync(join(folder, 'calls'), '')
  writeFileSync(join(folder, 'aws'), program)
  chmodSync(join(folder, 'aws'), 0o755)
  const lines = () => readFileSync(join(folder, 'calls'), 'utf8').split('\n').filter(Boolean)
  return { calls: () => lines().map((line) => JSON.parse(line) as Call) }
}
