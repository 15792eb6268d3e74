import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const biome = join(root, 'node_modules/.bin/biome')

/** Where, what, and a few words of the message that the linter must give; without words: it must be content. */
type Probe = readonly [folder: string, code: string, says?: string]

const importing = (specifier: string) => `export { probe } from '${specifier}'`

const refused: Probe[] = [
  ['lib/sources', importing('../inbox/event.ts'), 'knows nothing else of lib'],
  ['lib/sources', importing('../config.ts'), 'knows nothing else of lib'],
  ['lib/back-office', importing('../inbox/event.ts'), 'nothing of webhooks'],
  ['lib/back-office', importing('../sources/source.ts'), 'nothing of webhooks'],
  ['lib/back-office/http', importing('../../inbox/event.ts'), 'nothing of webhooks'],
  ['lib/back-office/http', importing('./../../inbox/event.ts'), 'nothing of webhooks'],
  ['lib/inbox', importing('../state/order-memory.ts'), 'nothing of sources'],
  ['lib/inbox', importing('../back-office/constants.ts'), 'nothing of sources'],
  ['lib/state', importing('../workflow/run.ts'), 'nothing above'],
  ['lib/state', importing('../sources/source.ts'), 'nothing above'],
  ['lib/workflow', importing('../operator/why.ts'), 'turn the import around'],
  ['lib/workflow', importing('../wire.ts'), 'turn the import around'],
  ['lib/operator', importing('../sources/registry.ts'), 'through the workflow'],
  ['lib/operator', importing('../wire.ts'), 'through the workflow'],
  ['lib/audit', importing('../operator/why.ts'), 'turn the import around'],
  ['lib/audit', importing('@aws-sdk/lib-dynamodb'), 'speak to AWS'],
  ['lib/workflow', importing('../audit/audit.ts'), 'turn the import around'],
  ['lib', importing('../bridge.config.ts'), 'what is around it'],
  ['lib', importing('../local/api.ts'), 'what is around it'],
  ['lib/workflow', importing('../../functions/worker.ts'), 'turn the import around'],
  ['functions', importing('../local/api.ts'), 'only wires'],
  ['functions', importing('./worker.ts'), 'only wires'],
  ['sandbox', importing('../lib/back-office/constants.ts'), 'share one mistake'],
  ['sandbox/operations', importing('../../lib/errors.ts'), 'share one mistake'],
  ['local', importing('../test/probe.ts'), 'knows nothing else'],
  ['cli', importing('../sandbox/probe.ts'), 'command line knows lib, local'],
  ['cli', importing('../functions/worker.ts'), 'command line knows lib, local'],
  ['lib', importing('../cli/main.ts'), 'what is around it'],
  ['local', importing('../cli/main.ts'), 'knows nothing else'],
  ['lib/sources', importing('./../inbox/event.ts'), 'knows nothing else of lib'],
  ['lib/sources', `export type { InboxEvent } from '../inbox/event.ts'`, 'knows nothing else of lib'],
  ['lib/sources', `export const used = await import('../inbox/event.ts')`, 'knows nothing else of lib'],
  ['lib/workflow', importing('@aws-sdk/client-dynamodb'), 'speak to AWS'],
  ['lib/operator', importing('@aws-sdk/client-lambda'), 'speak to AWS'],
  ['lib/back-office', importing('@smithy/node-http-handler'), 'speak to AWS'],
  ['functions', importing('@aws-sdk/lib-dynamodb'), 'speak to AWS'],
  ['lib', importing('@aws-sdk/lib-dynamodb'), 'speak to AWS'],
  ['lib/inbox', 'export const used = process.env.EVENTS_TABLE', 'Only lib/environment.ts reads the environment'],
  ['functions', 'export const { used } = process.env', 'Only lib/environment.ts reads the environment'],
  ['lib/inbox', 'export const used = Date.now()', 'Time and chance are passed in'],
  ['lib/workflow', 'export const used = Math.random()', 'Time and chance are passed in'],
  ['lib/back-office/pace', 'setTimeout(String, 1)', 'Time and chance are passed in'],
  ['lib/sources', 'setImmediate(String)', 'Time and chance are passed in'],
  ['lib/state', 'export const used = performance.now()', 'Time and chance are passed in'],
  ['lib/operator', 'export const used = new Date()', 'write new Date(now())'],
  ['lib/inbox', 'export const used = Date()', 'write new Date(now())'],
  ['lib', 'export const used = fetch(String())', 'Requests are passed in'],
  ...[
    'lib',
    'lib/back-office',
    'lib/back-office/pace',
    'lib/inbox',
    'lib/operator',
    'lib/sources',
    'lib/state',
    'lib/workflow',
  ].flatMap((folder): Probe[] => [
    [folder, importing('node:timers/promises'), 'Time and chance are passed in'],
    [folder, importing('node:process'), 'Only lib/environment.ts reads the environment'],
  ]),
  ['lib/operator', "console.log('told')", "Don't use console"],
  ['lib', importing('hono'), "isn't specified in package.json"],
  ['lib', importing('@dynoxide/linux-x64'), "isn't specified in package.json"],
]

const allowed: Probe[] = [
  ['lib/sources', importing('../errors.ts')],
  ['lib/sources', importing('../parse-json.ts')],
  ['lib/back-office', importing('../log.ts')],
  ['lib/back-office', importing('../parse-json.ts')],
  ['lib/back-office/http', importing('../../log.ts')],
  ['lib/back-office/http', importing('../types.ts')],
  ['lib/inbox', importing('@aws-sdk/client-dynamodb')],
  ['lib/state', importing('../inbox/event.ts')],
  ['lib/workflow', importing('../sources/registry.ts')],
  ['lib/operator', importing('../workflow/run.ts')],
  ['lib/operator', importing('../audit/audit.ts')],
  ['lib/audit', importing('../workflow/run.ts')],
  ['lib', importing('./operator/why.ts')],
  ['functions', importing('../bridge.config.ts')],
  ['sandbox/operations', importing('../store.ts')],
  ['lib/inbox', 'export const used = (atMs: number) => new Date(atMs)'],
  ['local', importing('../functions/worker.ts')],
  ['lib/operator', 'export const used = (take: typeof globalThis.fetch) => take(String())'],
  ['local', 'export const used = process.env.PORT'],
  ['local', 'export const used = [new Date(), fetch(String())]'],
  ['local', importing('node:timers/promises')],
  ['cli', importing('../local/environment.ts')],
  ['cli', importing('../lib/operator/operate.ts')],
  ['test/inbox', importing('../../lib/inbox/event.ts')],
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

const sourceFolders = async () => {
  const folders: string[] = []
  for (const top of ['lib', 'functions', 'sandbox', 'local', 'cli'])
    for (const entry of await readdir(join(root, top), { recursive: true, withFileTypes: true }))
      if (/\.m?ts$/.test(entry.name)) folders.push(entry.parentPath.slice(root.length + 1))
  return [...new Set(folders)]
}

describe('layering', () => {
  let folder: string
  const probes = [...refused, ...allowed]
  let answers: string[]
  let unguarded: string[]

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'layering-'))
    const strays = (await sourceFolders()).map((where): Probe => {
      const up = '../'.repeat(where.split('/').length)
      return [where, importing(`${up}somewhere-else/probe.ts`)]
    })
    answers = await lint(folder, [...probes, ...strays])
    unguarded = strays
      .map(([where]) => where)
      .filter((_, index) => !answers[probes.length + index]?.includes('lint/style/noRestrictedImports'))
  })

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true })
  })

  it.each(refused.map((probe, index) => [...probe, index] as const))(
    'tells %s what to do instead of: %s',
    (_where, _code, says, index) => {
      expect(answers[index]).toContain(says)
    },
  )

  it.each(allowed.map(([where, code], index) => [where, code, index + refused.length] as const))(
    'lets %s say: %s',
    (_where, _code, index) => {
      expect(answers[index]).toBe('')
    },
  )

  it('guards every folder that holds source, by what it may import and not by what it may not', () => {
    expect(unguarded).toEqual([])
  })
})
