import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Artifact } from '../../scripts/build.ts'
import type { Template } from '../../scripts/template-problems.ts'
import { refundDelivery } from '../functions/invoke.ts'
import { copyProject, root } from './copy-project.ts'
import { runZip } from './run-zip.ts'
import { type Aws, startAws } from './start-aws.ts'

const configured = (sources: string): string =>
  `import { defineConfig } from './lib/config/config.ts'\n\nexport default defineConfig({ sources: ${sources} })\n`

/** The exit code of a command, and what it wrote to stderr. */
type Ended = { code: number; stderr: string }

/** Tests what bridge.config.ts changes in the zips. `artifacts` is called when the tests run. */
export function describeConfiguration(artifacts: () => Artifact[]): void {
  describe('a copy of the project', () => {
    let copy: string
    let aws: Aws
    const secret = 'a secret of this test'

    beforeAll(async () => {
      copy = await copyProject()
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

    /** The answers of a shop-webhook to a genuine delivery of each source. */
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
        'a file of local in it',
        `import secrets from './local/secrets.json' with { type: 'json' }\n${configured("{ shopify: { kind: 'shopify', skip: () => 'x' in secrets } }")}`,
        /would contain local\/secrets\.json, which must not be deployed/,
      ],
      [
        'a development package in it',
        `import { Hono } from 'hono'\n${configured("{ shopify: { kind: 'shopify', skip: () => new Hono() === null } }")}`,
        /would contain node_modules\/hono\/.*, which must not be deployed/,
      ],
      [
        'code that reads a file when it starts',
        `import { readFileSync } from 'node:fs'\nreadFileSync(new URL('./package.json', import.meta.url))\n${configured("{ shopify: { kind: 'shopify' } }")}`,
        /cannot start with nothing but its zip: Error/,
      ],
      ['no defineConfig', 'export default { sources: {} }\n', /^bridge\.config\.ts must export default defineConfig/],
    ])('is not packaged with %s: the mistake is named, and nothing is written', async (_, config, says) => {
      const { code, stderr } = await packageWith(config)
      expect(stderr).toMatch(says)
      expect(code).toBe(1)
      expect(existsSync(join(copy, '.build'))).toBe(false)
    })

    it('is packaged with the sources of its bridge.config.ts, and needs no other file to run', async () => {
      expect(await packageWith(configured("{ 'tea-house': { kind: 'shopify' } }"))).toMatchObject({ code: 0 })
      expect(await answers(join(copy, '.build/shop-webhook.zip'))).toEqual({ shopify: 401, 'tea-house': 200 })
      const own = artifacts().find(({ name }) => name === 'shop-webhook')
      expect(await answers(own?.zip ?? '')).toEqual({ shopify: 200, 'tea-house': 401 })
    }, 60_000)

    it('is packaged with the files that bridge.config.ts imports', async () => {
      await mkdir(join(copy, 'senders'))
      await writeFile(join(copy, 'senders/name.ts'), "export const kind = 'shopify'\n")
      const config = `import { kind } from './senders/name.ts'\n${configured("{ 'tea-house': { kind } }")}`
      expect(await packageWith(config)).toMatchObject({ code: 0 })
      expect(await answers(join(copy, '.build/shop-webhook.zip'))).toEqual({ shopify: 401, 'tea-house': 200 })
    }, 60_000)

    it('is packaged with a sender of its own, whose code the webhooks get', async () => {
      const own = "import { shopify } from './lib/sources/shopify.ts'\n"
      const config =
        own + configured("{ 'tea-house': { kind: { ...shopify, kind: 'tea' } }, tally: { kind: 'tally' } }")
      expect(await packageWith(config)).toMatchObject({ code: 0 })
      expect(await answers(join(copy, '.build/shop-webhook.zip'))).toEqual({ shopify: 401, 'tea-house': 200 })
    }, 60_000)

    it('is packaged for webhooks without the code of its settings', async () => {
      const code = "skip: ({ id }) => id === 'skips by code', translate: () => []"
      expect(await packageWith(configured(`{ 'tea-house': { kind: 'shopify', ${code} } }`))).toMatchObject({ code: 0 })
      const [webhook, worker] = await Promise.all(
        ['shop-webhook', 'worker'].map((name) => readFile(join(copy, `.build/${name}/index.mjs`), 'utf8')),
      )
      expect([webhook?.includes('skips by code'), worker?.includes('skips by code')]).toEqual([false, true])
      expect(webhook).toContain('"tea-house":{kind:"shopify",skip:!0,translate:!0}')
    }, 60_000)

    it('is packaged with a topic for `notify.email`, which only the functions that tell people may send to', async () => {
      const config = configured('{}').replace('sources:', "notify: { email: 'shop@example.com' }, sources:")
      expect(await packageWith(config)).toMatchObject({ code: 0 })
      const compiled = await readFile(join(copy, '.serverless/cloudformation-template-update-stack.json'), 'utf8')
      const { Resources } = JSON.parse(compiled) as Template
      const topic = { Ref: 'Notifications' }
      expect(Resources.NotificationsEmail?.Properties).toEqual({
        ...{ TopicArn: topic, Protocol: 'email', Endpoint: 'shop@example.com' },
      })
      const rights = Object.values(Resources).filter(({ Type }) => Type === 'AWS::IAM::Policy')
      expect(rights.map(({ Properties }) => Properties)).toEqual([
        expect.objectContaining({ PolicyName: 'look-for-news', Roles: [{ Ref: 'RetryRole' }] }),
        {
          PolicyName: 'tell-people',
          PolicyDocument: {
            Version: '2012-10-17',
            Statement: [{ Effect: 'Allow', Action: 'sns:Publish', Resource: topic }],
          },
          Roles: [{ Ref: 'WorkerRole' }, { Ref: 'RetryRole' }, { Ref: 'AuditRole' }],
        },
      ])
      const knowing = Object.entries(Resources).filter(([, one]) => JSON.stringify(one).includes('NOTIFICATIONS_TOPIC'))
      expect(knowing.map(([id]) => id).sort()).toEqual([
        'AuditLambdaFunction',
        'RetryLambdaFunction',
        'WorkerLambdaFunction',
      ])
      expect(Resources).toHaveProperty('NotificationsNotDeliveredAlarm')
    }, 60_000)

    it('gives the same bytes in any folder', async () => {
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
