import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { assumedRoutes } from '../../lib/back-office/routes.ts'
import { configSchema } from '../../lib/config/config.ts'
import { readSettings } from '../../local/environment.ts'
import { blocks, readPage, root } from './pages.ts'

const page = readPage('docs/configuration.md')
type JsonSchema = { properties?: Record<string, JsonSchema>; additionalProperties?: JsonSchema | false; not?: object }

/** The path of every setting. `*` stands for a name that people choose. `not` marks a name that is always refused. */
function paths({ properties = {}, additionalProperties }: JsonSchema, above: string[] = []): string[] {
  const chosen = additionalProperties ? paths(additionalProperties, [...above, '*']) : []
  const allowed = Object.entries(properties).filter(([, { not }]) => not === undefined)
  const own = allowed.flatMap(([name, below]) => {
    const path = [...above, name]
    return [path.join('.'), ...paths(below, path)]
  })
  return [...own, ...chosen]
}

const settings = paths(z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' }) as JsonSchema)

/** The settings table: each row's names (`.name` shares the parent of the name before it), and the whole row. */
const rows =
  (page.split('| setting | meaning | default |')[1] ?? '')
    .split('\n\n')[0]
    ?.split('\n')
    .slice(2)
    .map((row) => {
      const written = [...(row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
      const parent = written[0]?.replace(/\.[^.]+$/, '') ?? ''
      return { row, names: written.map((name) => (name.startsWith('.') ? `${parent}${name}` : name)) }
    }) ?? []

const isGroup = (path: string): boolean => settings.some((other) => other.startsWith(`${path}.`))

/** Whether a setting has a row, is named in its parent's row, or is part of a setting that is explained. */
function isExplained(path: string): boolean {
  const [, parent, name] = /^(.+)\.([^.]+)$/.exec(path) ?? []
  if (rows.some(({ names }) => names.includes(path))) return true
  if (parent === undefined) return false
  if (rows.some(({ row, names }) => names.includes(parent) && row.includes(`\`${name}\``))) return true
  return parent.includes('.') && isExplained(parent)
}

/** What `npm start` looks for in its environment. */
function variablesOfStart(): string[] {
  const asked = new Set<string>()
  readSettings(new Proxy({}, { get: (_, name) => void asked.add(String(name)) }), '/')
  return [...asked]
}

describe('the settings table of docs/configuration.md', () => {
  it('explains every setting', () => {
    expect(settings).toContain('sources.*.kind')
    expect(settings.filter((path) => !isGroup(path) && !isExplained(path))).toEqual([])
  })

  it('has no setting that does not exist', () => {
    expect(rows.flatMap(({ names }) => names).filter((name) => !settings.includes(name))).toEqual([])
  })

  it('has every path that can be set, with its default', () => {
    const table = page.split('| path | default | what the bridge reads there |')[1]?.split('\n\n')[0] ?? ''
    const written = [...table.matchAll(/^\| `(\w+)` \| `(\S+)` \|/gm)].map(([, name = '', path = '']) => [name, path])
    expect(Object.fromEntries(written)).toEqual(assumedRoutes)
  })

  it('explains every variable of npm start, and no other', () => {
    const table = page.split('| name | meaning | default |')[1]?.split('\n\n')[0] ?? ''
    const explained = table.split('\n').flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`([A-Z_]+)`/g)])
    const read = variablesOfStart()
    expect(explained.map(([, name]) => name).sort()).toEqual(read.sort())
    const readme = readPage('README.md')
    for (const name of read) expect(readme).toContain(`\`${name}\``)
  })
})

/** Of docstrings. */
const examplesIn = (path: string): string[] => blocks(readPage(path).replace(/^ *\* ?/gm, ''), 'ts')

describe('the examples of docs/configuration.md, and of what people type', () => {
  let folder = ''
  const ofSettings = ['lib/config/config.ts', 'lib/config/source-config.ts'].flatMap(examplesIn)
  const files = [...blocks(page, 'ts'), ...ofSettings].map((code, at) => ({ name: `example-${at + 1}.ts`, code }))
  const [command = ''] = examplesIn('lib/operator/operator.ts')
  beforeAll(() => {
    mkdirSync(join(root, '.build'), { recursive: true })
    folder = mkdtempSync(join(root, '.build/configuration-'))
    // The examples stand beside bridge.config.ts.
    for (const { name, code } of [...files, { name: 'command.ts', code: command }])
      writeFileSync(join(folder, name), code.replaceAll(`'./lib/`, `'../../lib/`))
    writeFileSync(join(folder, 'tsconfig.json'), '{ "extends": "../../tsconfig.json", "include": ["*.ts"] }')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('are complete', () => {
    expect([ofSettings.length, command.length > 0]).toEqual([2, true])
    expect(files.length).toBeGreaterThan(3)
    for (const { code } of files) expect(code).toContain('export default defineConfig({')
  })

  it.each(files)('are loaded: $name', async ({ name }) => {
    const { default: config } = await import(join(folder, name))
    expect(Object.keys(config.sources).length).toBeGreaterThan(0)
  })

  it('have the right types', async () => {
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    // Each thread would check the types of the libraries again.
    const run = promisify(execFile)(process.execPath, [tsc, '--project', folder, '--singleThreaded'])
    expect(await run.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: '' })
  }, 60_000)
})
