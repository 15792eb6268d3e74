import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
const pins = Object.entries(manifest.optionalDependencies ?? {}).filter(([name]) => name.startsWith('node-'))

it('runs on the pinned Node, whatever Node the machine has', () => {
  expect(pins.length).toBeGreaterThan(0)
  for (const [, version] of pins) expect(`v${version}`).toBe(process.version)
  expect(`v${read('.nvmrc').trim()}`).toBe(process.version)
})

it('deploys to the same major of Node', () => {
  expect(read('serverless.yml')).toContain(`runtime: nodejs${process.versions.node.split('.')[0]}.x`)
})

/** A command as npm runs it, by a Node that says to be of this version. */
const runUnder = (version: string, command: string) => {
  const pretend = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'${version}'})`
  const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`
  const env = { ...process.env, PATH: path, NODE_OPTIONS: `--import=${pretend}` }
  return spawnSync(command, { cwd: root, env, shell: true, encoding: 'utf8', timeout: 10_000 })
}

it.each(Object.entries(manifest.scripts ?? {}))(
  'npm run %s says in one line what is needed on an older Node, and ends before anything else',
  (_name, command) => {
    const { status, stderr, stdout } = runUnder('20.20.2', command)
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^Node 24 is needed and this is Node 20\.20\.2: .+\n$/)
  },
)

it('lets newer Nodes pass', () => {
  expect(runUnder('26.0.0', 'node scripts/require-node-24.mjs')).toMatchObject({ status: 0, stderr: '' })
})
