import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const define = `import { defineConfig } from '${pathToFileURL(join(root, 'lib/config/config.ts'))}'\n`

/**
 * A configuration, the files beside it, and the expected message: `%s` is the file, `%d` its folder, `%p` the parser's
 * own words.
 */
type Broken = { what: string; content?: string; beside?: Record<string, string>; withinMs?: number; says: string }
const unloadable = (found: string): string => `%s cannot be loaded (${found}): fix it and run the command again.`
const notDefined = 'bridge.config.ts must export default defineConfig({...}).'

const broken: Broken[] = [
  {
    what: 'that is missing',
    says: '%s is missing: restore it (git checkout), or write it as docs/configuration.md says.',
  },
  {
    what: 'with a syntax error',
    content: `${define}\nexport default defineConfig({ sources: {{ } })\n`,
    says: unloadable('bridge.config.ts:3:41: %p'),
  },
  {
    what: 'with a syntax error in a module that it imports',
    content: `import { mug } from './own/mug.ts'\nexport default mug\n`,
    beside: { 'own/mug.ts': 'export const mug = 1\n\nblue mug\n' },
    says: unloadable('own/mug.ts:3:6: %p'),
  },
  {
    what: 'in a kind of TypeScript that Node does not run',
    content: 'enum Colour { blue }\nexport default Colour\n',
    says: unloadable('bridge.config.ts:1:1: TypeScript enum is not supported in strip-only mode'),
  },
  {
    what: 'that imports a name that the module does not export',
    content: `import { jug } from './own/mug.ts'\nexport default jug\n`,
    beside: { 'own/mug.ts': 'export const mug = 1\n' },
    says: unloadable(
      "bridge.config.ts:1:10: The requested module './own/mug.ts' does not provide an export named 'jug'",
    ),
  },
  {
    what: 'that imports a missing file',
    content: `import { mug } from './own/mug.ts'\nexport default mug\n`,
    says: unloadable("Cannot find module '%d/own/mug.ts' imported from %s"),
  },
  {
    what: 'that throws while it is loaded',
    content: 'const shop = undefined as never\n\nexport default shop.sources.a\n',
    says: unloadable("bridge.config.ts:3:21: Cannot read properties of undefined (reading 'sources')"),
  },
  {
    what: 'that calls a failing function of lib',
    content: `import { durationMs } from './lib/duration.ts'\nexport default durationMs('soon')\n`,
    beside: {
      'lib/duration.ts': `export function durationMs(text: string): number {\n  throw new TypeError(text)\n}\n`,
    },
    says: unloadable('bridge.config.ts:2:16: soon'),
  },
  { what: 'that throws a text instead of an error', content: "throw 'not today.'\n", says: unloadable('not today') },
  {
    what: 'that awaits something that never comes',
    content: 'export default await new Promise(() => {})\n',
    withinMs: 200,
    says: unloadable('it awaits something that did not come within 0.2 seconds'),
  },
  { what: 'with plain data', content: "export default { sources: { a: { kind: 'shopify' } } }\n", says: notDefined },
  { what: 'that exports nothing by default', content: 'export const config = 1\n', says: notDefined },
  {
    what: 'with mistakes',
    content: `${define}export default defineConfig({ sources: { Shop: { kind: 'shopify' } }, appearsWithin: 'soon' })\n`,
    says: [
      'bridge.config.ts has 2 mistakes:',
      '  sources.Shop: use lower-case letters, digits and dashes: the name is part of the address',
      '  appearsWithin: write a whole number and s, m, h or d, such as "15m"',
    ].join('\n'),
  },
]

/** A process of its own, because only Node's loader gives these messages and places. */
const program = `
  import { loadConfig } from '${pathToFileURL(join(root, 'local/load-config.ts'))}'
  const said = []
  for (const { file, withinMs } of JSON.parse(process.argv[1]))
    said.push(await loadConfig(file, withinMs).then(() => 'loaded', (error) => error.name + ': ' + error.message))
  process.stdout.write(JSON.stringify(said))`

describe('a bridge.config.ts', () => {
  // Node names modules by their real path.
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'bridge-config-'))
  const files = broken.map((_, at) => join(folder, String(at), 'bridge.config.ts'))
  let said: string[] = []

  beforeAll(async () => {
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
    for (const [at, { content, beside = {} }] of broken.entries()) {
      const all = { ...beside, ...(content !== undefined && { 'bridge.config.ts': content }) }
      for (const [name, text] of Object.entries(all)) {
        const file = join(folder, String(at), name)
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, text)
      }
    }
    const asked = [
      ...files.map((file, at) => ({ file, withinMs: broken[at]?.withinMs })),
      { file: join(root, 'bridge.config.ts') },
    ]
    const args = ['--input-type=module', '--eval', program, JSON.stringify(asked)]
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root })
    said = JSON.parse(stdout)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each(broken.map(({ what, says }, at) => ({ what, says, at })))(
    '$what is refused with the place and the reason',
    ({ says, at }) => {
      const file = files[at] ?? ''
      const sentence = `CannotStart: ${says.replaceAll('%s', file).replaceAll('%d', dirname(file))}`
      // The parser's words differ between versions of Node.
      const [before = '', after] = sentence.split('%p')
      if (after === undefined) return expect(said[at]).toBe(sentence)
      expect(said[at]?.slice(0, before.length)).toBe(before)
      expect(said[at]?.slice(-after.length)).toBe(after)
    },
  )

  it('without mistakes is loaded', () => {
    expect(said.at(-1)).toBe('loaded')
  })
})
