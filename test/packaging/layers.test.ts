import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLayers } from '../../scripts/layers/check-layers.ts'
import { layerOf } from '../../scripts/layers/layer-problems.ts'
import { layers } from '../../scripts/layers/layers.ts'
import { readImports } from '../../scripts/layers/read-imports.ts'

const root = join(import.meta.dirname, '../..')
const importing = (specifier: string) => `export { probe } from '${specifier}'`
const event = 'imports lib/inbox/event.ts'

/** Where, what, and a few words of the message: each kind of rule once. */
const refused: readonly (readonly [folder: string, code: string, says: string])[] = [
  ['lib/sources', importing('../inbox/event.ts'), 'knows nothing else of lib'],
  ['lib/workflow/kinds/returns', importing('../../../operator/why.ts'), 'turn the import around'],
  ['lib', importing('../bridge.config.ts'), 'knows none of them'],
  ['functions', importing('./worker.ts'), 'only connects'],
  ['sandbox', importing('../lib/back-office/constants.ts'), 'share one mistake'],
  ['local', importing('../test/probe.ts'), 'knows nothing else'],
  ['cli', importing('../sandbox/probe.ts'), 'knows lib, local'],
  ['lib/audit', importing('@aws-sdk/lib-dynamodb'), 'speak to AWS'],
  ['lib/inbox', importing('node:timers/promises'), 'Time and chance are passed in'],
  ['lib/inbox', importing('node:process'), 'Only lib/environment.ts reads the environment'],
  ['lib', importing('hono'), 'use these'],
  ['lib/sources', importing('././registry/../../inbox/event.ts'), event],
  ['lib/sources', importing(join(root, 'lib/inbox/event.ts')), 'knows nothing else of lib'],
  ['lib/sources', `// grün 🟢\n\nimport '../inbox/event.ts'`, `.ts:3 ${event}`],
  ['lib/sources', `import type { InboxEvent } from '../inbox/event.ts'`, event],
  ['lib/sources', `export * as used from '../inbox/event.ts'`, event],
  ['lib/sources', 'export const used = await import(`../inbox/event.ts`)', event],
  ['lib/sources', `export type Used = import('../inbox/event.ts').InboxEvent`, event],
  ['lib/sources', `import used = require('../inbox/event.ts')\nexport { used }`, event],
  ['lib/sources', `export const used = require.resolve('../inbox/event.ts')`, event],
  ['lib/sources', 'export const used = (path: string) => import(path)', 'a computed path'],
  ['lib/somewhere', 'export const probe = 1', 'has no layer: add lib/somewhere'],
]

const allowed: readonly (readonly [folder: string, code: string])[] = [
  ['lib/sources/shops', importing('../../errors.ts')],
  ['lib/tables/dynamodb', importing('@aws-sdk/client-dynamodb')],
  ['lib/inbox', importing('node:util/types')],
  ['lib/operator', importing('../audit/audit.ts')],
  ['local', 'export const used = (path: string) => import(path)'],
  ['test/inbox', importing('../../lib/inbox/event.ts')],
]

const unread = {
  '.inner/hidden.ts': importing('../../workflow/workflow.ts'),
  'small.min.js': importing('../workflow/workflow.ts'),
  'old.cts': `const r = require\nexport = r('../workflow/workflow.ts')`,
  'refers.ts': `/// <reference path="../workflow/workflow.ts" />\nexport {}`,
}

describe('the layers', () => {
  let copy: string
  let problems: string[]
  let folders: string[]

  const plant = async (file: string, code: string) => {
    await mkdir(dirname(join(copy, file)), { recursive: true })
    await writeFile(join(copy, file), `${code}\n`)
  }
  const problemsOf = (file: string) => problems.filter((problem) => problem.startsWith(file))

  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), 'layers-'))
    for (const name of ['lib', 'functions', 'sandbox', 'console', 'local', 'cli', 'bridge.config.ts'])
      await cp(join(root, name), join(copy, name), { recursive: true })
    folders = [...new Set(readImports(copy).files.map((file) => dirname(file)))].filter((folder) => folder !== '.')
    for (const [index, [folder, code]] of [...refused, ...allowed].entries())
      await plant(`${folder}/probe-${index}.ts`, code)
    for (const place of folders.flatMap((folder) => [folder, `${folder}/deeper`]))
      await plant(`${place}/stray.ts`, importing(`${place.replaceAll(/[^/]+/g, '..')}/somewhere-else/probe.ts`))
    for (const [file, code] of Object.entries(unread)) await plant(`lib/inbox/${file}`, code)
    problems = checkLayers(copy)
  })

  afterAll(async () => {
    await rm(copy, { recursive: true, force: true })
  })

  it.each(refused.map((probe, index) => [...probe, index] as const))('refuse %s: %s', (folder, _code, says, index) => {
    expect(problemsOf(`${folder}/probe-${index}.ts`)).toEqual([expect.stringContaining(says)])
  })

  it.each(allowed.map(([folder, code], index) => [folder, code, index + refused.length] as const))(
    'let %s say: %s',
    (folder, _code, index) => {
      expect(problemsOf(`${folder}/probe-${index}.ts`)).toEqual([])
    },
  )

  it('refuse an import of an unknown folder in every folder, and one level deeper', () => {
    expect(folders.length).toBeGreaterThan(15)
    const quiet = folders
      .flatMap((folder) => [`${folder}/stray.ts`, `${folder}/deeper/stray.ts`])
      .filter((file) => problemsOf(file).length === 0)
    expect(quiet).toEqual([])
  })

  it('refuse what makes webhooks heavy at any depth, but no types of it', async () => {
    const file = 'lib/sources/forms/typeform.ts'
    const code = await readFile(join(root, file), 'utf8')
    const says = () => checkLayers(copy).filter((problem) => problem.startsWith(file))
    await plant(file, `import type * as z from 'zod'\n${code}`)
    expect(says()).toEqual([])
    await plant(file, `import * as z from 'zod'\n${code}`)
    expect(says()).toEqual([expect.stringContaining('lib/sources/form-services.ts > lib/sources/forms/typeform.ts')])
    await plant(file, code)
  })

  it.each(Object.keys(unread))('refuse what nobody reads: %s', (file) => {
    expect(problemsOf(`lib/inbox/${file}`)).toHaveLength(1)
  })

  it('name nothing that is gone', () => {
    const paths = Object.entries(layers).flatMap(([name, { imports }]) => [
      name,
      ...(Array.isArray(imports) ? imports : []),
    ])
    expect(paths.filter((path) => !existsSync(join(root, path.replace(/\/\*$/, ''))))).toEqual([])
  })

  it('have the names that docs/architecture.md describes', async () => {
    const page = await readFile(join(root, 'docs/architecture.md'), 'utf8')
    const described = [...page.matchAll(/^\| `([\w./-]+?)\/?` \|/gm)].map(([, name = '']) => name)
    expect(described.filter((name) => layerOf(`${name}/probe.ts`) !== name && layerOf(name) !== name)).toEqual([])
    const present = Object.keys(layers).filter((name) => !/[.*]/.test(name) && existsSync(join(root, name)))
    expect(present.filter((name) => !described.includes(name))).toEqual([])
  })
})
