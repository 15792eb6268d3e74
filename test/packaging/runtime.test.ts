import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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

const startUnder = (version: string) => {
  const pretend = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'${version}'})`
  return spawnSync(process.execPath, ['--import', pretend, 'scripts/require-node-24.mjs'], {
    cwd: root,
    encoding: 'utf8',
  })
}

it('says in one line what is needed on an older Node, and ends', () => {
  const { status, stderr, stdout } = startUnder('20.20.2')
  expect(status).toBe(1)
  expect(stdout).toBe('')
  expect(stderr).toMatch(/^Node 24 is needed and this is Node 20\.20\.2: .+\n$/)
})

it('lets newer Nodes pass', () => {
  expect(startUnder('26.0.0')).toMatchObject({ status: 0, stderr: '' })
})

it.each(Object.entries(manifest.scripts ?? {}))('npm run %s says so before anything else', (_name, command) => {
  const required = /^node (?:--import \.\/scripts\/require-node-24\.mjs |scripts\/require-node-24\.mjs && )/
  const [, file] = /^node ([\w/]+\.mjs)$/.exec(command) ?? []
  if (file === undefined) expect(command).toMatch(required)
  else expect(read(file).split('\n')[0]).toBe(`import '../scripts/require-node-24.mjs'`)
})
