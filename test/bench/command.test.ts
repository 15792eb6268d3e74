import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { tinySizes } from '../../scripts/bench/part.ts'
import { spawnProgram } from '../local/program.ts'

const patienceMs = 120_000
const run = (...args: string[]) => spawnProgram('scripts/bench/main.ts', args, {}).ended

it(
  'npm run bench prints a table, writes JSON, and its exit code says whether all budgets are kept',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bench-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'run.json')
    const { code, output } = await run('--tiny', '--only', 'drain', '--only', 'calls', '--json', file)
    expect(output).toMatch(/^\| calls +\| a return by id +\| 4 calls +\| <= 4 calls +\| yes +\|$/m)
    const report = JSON.parse(await readFile(file, 'utf8'))
    expect(report).toMatchObject({ node: process.version, sizes: tinySizes, kept: code === 0 })
    expect(report.parts.map(({ part }: { part: string }) => part)).toEqual(['calls', 'drain'])
    expect(report.parts[0].rows[0]).toEqual({
      ...{ what: 'a return by id', measured: 4, unit: ' calls', limit: { atMost: 4 } },
    })
    expect(code).toBe(output.includes('| NO ') ? 1 : 0)
  },
  patienceMs,
)

it(
  'npm run bench says what to write instead of a wrong option, measures nothing, and exits with 2',
  async () => {
    expect(await run('--only', 'speed')).toEqual({
      code: 2,
      output: expect.stringMatching(/^--only must be one of cold-start, .*, not "speed"\n$/),
    })
  },
  patienceMs,
)

it(
  'npm run bench -- --help names every part and size',
  async () => {
    const { code, output } = await run('--help')
    expect(code).toBe(0)
    expect(output).toMatch(/^ {2}end-to-end {3}\w/m)
    for (const size of Object.keys(tinySizes)) expect(output).toContain(`${size}=`)
  },
  patienceMs,
)
