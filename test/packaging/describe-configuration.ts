import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Artifact } from '../../scripts/build.ts'
import { refundDelivery } from '../functions/invoke.ts'
import { runZip } from './run-zip.ts'
import { type Aws, startAws } from './start-aws.ts'

const root = join(import.meta.dirname, '../..')
/** Whatever is packaged or imported by bridge.config.ts: all but what git does not know, and the tests. */
const left = /^(?:node_modules|test|coverage|\..*)$/

const configured = (sources: string): string =>
  `import { defineConfig } from './lib/config/config.ts'\n\nexport default defineConfig({ sources: ${sources} })\n`

/** How a command ended, and what it wrote to stderr. */
type Ended = { code: number; stderr: string }

/** What a bridge.config.ts of one's own does to the zips. `artifacts` are asked for once the tests run. */
export function describeConfiguration(artifacts: () => Artifact[]): void {
  describe('a copy of the project', () => {
    let copy: string
    let aws: Aws
    const secret = 'a secret of this test'

    beforeAll(async () => {
      copy = await realpath(await mkdtemp(join(tmpdir(), 'copy-')))
      for (const name of (await readdir(root)).filter((one) => !left.test(one)))
        await cp(join(root, name), join(copy, name), { recursive: true })
      await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
      const secrets = { SecretString: JSON.stringify({ shopify: [secret], 'tea-house': [secret] }), VersionId: 'v1' }
      aws = await startAws({ GetSecretValue: secrets, PutItem: {} })
    })

    afterAll(async () => {
      await aws.close()
      await rm(copy, { recursive: true, force: true })
    })

    const packageWith = async (config: string): Promise<Ended> => {
      await writeFile(join(copy, 'bridge.config.ts'), config)
      return await new Promise((resolve) =>
        execFile('npm', ['run', '--silent', 'package'], { cwd: copy }, (error, _, stderr) =>
          resolve({ code: Number(error?.code ?? 0), stderr }),
        ),
      )
    }

    /** What a shop-webhook answers to a genuine delivery of each source. */
    const answers = async (zip: string) => {
      const environment = { ...aws.environment, EVENTS_TABLE: 'events', SOURCES_SECRET: 'sources' }
      const statuses = ['shopify', 'tea-house'].map(async (source) => {
        const event = { ...refundDelivery(secret), rawPath: `/shops/${source}` }
        const { answer } = await runZip(zip, { event, environment })
        return [source, (answer as { statusCode: number }).statusCode]
      })
      return Object.fromEntries(await Promise.all(statuses))
    }

    it.each([
      [
        'a mistake in it',
        configured("{ shopify: { kind: 'shopify', colour: 3 } }"),
        /^bridge\.config\.ts has 1 mistake:\n {2}sources\.shopify: unknown setting "colour"/,
      ],
      ['a syntax error', configured('{{}'), /bridge\.config\.ts cannot be loaded \(bridge\.config\.ts:3:41: /],
      [
        'a file of this machine in it',
        `import secrets from './local/secrets.json' with { type: 'json' }\n${configured("{ shopify: { kind: 'shopify', skip: () => 'x' in secrets } }")}`,
        /would carry local\/secrets\.json, which is not for deployment/,
      ],
      [
        'a package of development in it',
        `import { Hono } from 'hono'\n${configured("{ shopify: { kind: 'shopify', skip: () => new Hono() === null } }")}`,
        /would carry node_modules\/hono\/.*, which is not for deployment/,
      ],
      [
        'a file that it reads when it starts',
        `import { readFileSync } from 'node:fs'\nreadFileSync(new URL('./package.json', import.meta.url))\n${configured("{ shopify: { kind: 'shopify' } }")}`,
        /cannot start where its zip is all there is: Error/,
      ],
      ['no defineConfig', 'export default { sources: {} }\n', /^bridge\.config\.ts must export default defineConfig/],
    ])('is not packaged with %s: its own sentences, exit code 1, and nothing is written', async (_, config, says) => {
      const { code, stderr } = await packageWith(config)
      expect(stderr).toMatch(says)
      expect(code).toBe(1)
      expect(existsSync(join(copy, '.build'))).toBe(false)
    })

    it('is packaged with the sources of its own bridge.config.ts, and needs no other file to run', async () => {
      expect(await packageWith(configured("{ 'tea-house': { kind: 'shopify' } }"))).toMatchObject({ code: 0 })
      expect(await answers(join(copy, '.build/shop-webhook.zip'))).toEqual({ shopify: 401, 'tea-house': 200 })
      const own = artifacts().find(({ name }) => name === 'shop-webhook')
      expect(await answers(own?.zip ?? '')).toEqual({ shopify: 200, 'tea-house': 401 })
    }, 60_000)

    it('is packaged with what bridge.config.ts imports of its own', async () => {
      await mkdir(join(copy, 'senders'))
      await writeFile(join(copy, 'senders/name.ts'), "export const kind = 'shopify'\n")
      const config = `import { kind } from './senders/name.ts'\n${configured("{ 'tea-house': { kind } }")}`
      expect(await packageWith(config)).toMatchObject({ code: 0 })
      expect(await answers(join(copy, '.build/shop-webhook.zip'))).toEqual({ shopify: 401, 'tea-house': 200 })
    }, 60_000)

    it('gives the same bytes, wherever it and its packages lie', async () => {
      await cp(join(root, 'bridge.config.ts'), join(copy, 'bridge.config.ts'))
      const { buildFunctions } = (await import(
        join(copy, 'scripts/build.ts')
      )) as typeof import('../../scripts/build.ts')
      const [again] = await buildFunctions([join(copy, 'functions/worker.ts')], join(copy, 'out'))
      const own = artifacts().find(({ name }) => name === 'worker')
      expect((await readFile(again?.zip ?? '')).equals(await readFile(own?.zip ?? ''))).toBe(true)
    })
  })
}
