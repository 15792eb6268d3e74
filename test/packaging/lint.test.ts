import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const biome = join(root, 'node_modules/.bin/biome')
/** Where, what, and a few words of the message that the linter must give; without words: it must be content. */
type Probe = readonly [folder: string, code: string, says?: string]
const importing = (specifier: string) => `export { probe } from '${specifier}'`

/** Each rule with a message of ours once, and files that import each other: values, and types alone. */
const refused: Probe[] = [
  ['lib/inbox', 'export const used = process.env.EVENTS_TABLE', 'Only lib/environment.ts reads the environment'],
  ['lib/workflow/deeper', 'export const used = Math.random()', 'Time and chance are passed in'],
  ['lib/sources', 'setImmediate(String)', 'Time and chance are passed in'],
  ['lib/operator', 'export const used = new Date()', 'write new Date(now())'],
  ['lib', 'export const used = fetch(String())', 'Requests are passed in'],
  ['sandbox/operations', "console.log('told')", "Don't use console"],
  ['lib', importing('fast-check'), "isn't specified in package.json"],
  ['lib/inbox', importing('./probe-8.ts'), 'noImportCycles'],
  ['lib/inbox', importing('./probe-7.ts'), 'noImportCycles'],
  ['lib/state', "export type { Used } from './probe-10.ts'", 'noImportCycles'],
  ['lib/state', "import type { Used } from './probe-9.ts'\nexport type One = Used", 'noImportCycles'],
]

const allowed: Probe[] = [
  ['lib/inbox', 'export const used = (atMs: number) => new Date(atMs)'],
  ['lib/operator', 'export const used = (take: typeof globalThis.fetch) => take(String())'],
  ['local', 'export const used = [new Date(), fetch(String()), process.env.PORT]'],
  ['local', importing('hono')],
]

/** What the project's rules say of each probe, in one run over a copy that holds nothing but them. */
async function lint(folder: string, probes: readonly Probe[]): Promise<string[]> {
  for (const file of ['biome.json', '.gitignore', 'package.json', 'scripts/lint'])
    await cp(join(root, file), join(folder, file), { recursive: true })
  for (const [index, [where, code]] of probes.entries()) {
    await mkdir(join(folder, where), { recursive: true })
    await writeFile(join(folder, where, `probe-${index}.ts`), `${code}\n`)
  }
  const report = await new Promise<string>((resolve) =>
    execFile(biome, ['lint', '--colors=off', '--max-diagnostics=none', '.'], { cwd: folder }, (_, out, err) =>
      resolve(out + err),
    ),
  )
  const findings = report.split(/^(?=\S+\/probe-\d+\.ts:\d+:\d+ lint\/)/m)
  return probes.map((_, index) => findings.filter((text) => text.includes(`/probe-${index}.ts:`)).join('\n'))
}

describe('the linter', () => {
  let folder: string
  let answers: string[]

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lint-'))
    answers = await lint(folder, [...refused, ...allowed])
  })

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true })
  })

  it.each(refused.map((probe, index) => [...probe, index] as const))('refuses %s: %s', (_where, _code, says, index) => {
    expect(answers[index]).toContain(says)
  })

  it.each(allowed.map(([where, code], index) => [where, code, index + refused.length] as const))(
    'lets %s say: %s',
    (_where, _code, index) => {
      expect(answers[index]).toBe('')
    },
  )
})
