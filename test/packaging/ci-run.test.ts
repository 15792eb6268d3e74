import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../local/running-stack.ts'

const root = join(import.meta.dirname, '../..')

type Report = { numPassedTests: number; numFailedTests: number; testResults: object[] }
type Played = { tests: Report | undefined; deployed?: Report; codes?: Partial<Record<'ci' | 'test' | 'run', number>> }

const passed = (count: number): Report => ({ numPassedTests: count, numFailedTests: 0, testResults: [] })
const failed = (title: string): Report => ({
  numPassedTests: 4,
  numFailedTests: 1,
  testResults: [{ name: 'a file', status: 'failed', assertionResults: [{ status: 'failed', fullName: title }] }],
})

/** Runs `.ci/run` with an npm that leaves these reports and ends with these codes. */
function play({ tests, deployed, codes = {} }: Played): { code: number | null; lines: string[] } {
  const folder = temporaryFolder()
  cpSync(join(root, '.ci/run'), join(folder, '.ci/run'))
  mkdirSync(join(folder, 'bin'))
  const npm = `#!${process.execPath}
const { writeFileSync } = require('node:fs')
const [command, ...options] = process.argv.slice(2)
const [file, report] = command === 'test'
  ? [options.find((one) => one.startsWith('--outputFile.json='))?.slice(18), ${JSON.stringify(tests)}]
  : [options[options.indexOf('--deployed-report') + 1], ${JSON.stringify(deployed)}]
if (command !== 'ci' && report) writeFileSync(file, JSON.stringify(report))
process.exitCode = ${JSON.stringify(codes)}[command] ?? 0
`
  writeFileSync(join(folder, 'bin/npm'), npm)
  chmodSync(join(folder, 'bin/npm'), 0o755)
  const path = [join(folder, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter)
  const { status, stdout } = spawnSync(join(folder, '.ci/run'), {
    // Any program: no browser is installed for this.
    env: { ...process.env, PATH: path, CHROMIUM_PATH: process.execPath },
    encoding: 'utf8',
  })
  return { code: status, lines: stdout.trim().split('\n') }
}

it.skipIf(process.platform === 'win32').each<[string, Played, number, string[]]>([
  ['adds what the deployed bridge passed', { tests: passed(10), deployed: passed(5) }, 0, ['15 passed, 0 failed']],
  [
    'adds what the deployed bridge failed, by title and once',
    { tests: passed(10), deployed: failed('a deployed one'), codes: { run: 1 } },
    1,
    ['FAILED a deployed one', '14 passed, 1 failed'],
  ],
  [
    'counts a check that failed without a failed test',
    { tests: passed(10), codes: { run: 1 } },
    1,
    ['10 passed, 1 failed'],
  ],
  ['counts tests that left no report', { tests: undefined, codes: { test: 1 } }, 1, ['0 passed, 1 failed']],
])('.ci/run %s', (_, played, code, lines) => {
  expect(play(played)).toEqual({ code, lines })
})
