import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toAttributes } from '../../lib/aws/attribute-value.ts'
import { accepted } from '../../lib/inbox/transitions.ts'
import { signLink } from '../../lib/notify/link.ts'
import { toItem } from '../../lib/tables/dynamodb/event-item.ts'
import type { Artifact } from '../../scripts/build.ts'
import type { Template } from '../../scripts/template-problems.ts'
import { type Aws, startAws } from '../functions/aws.ts'
import { refundDelivery } from '../functions/invoke.ts'
import { copyProject, root } from './copy-project.ts'
import { anyAccount, runZip } from './run-zip.ts'

const configured = (settings: string): string =>
  `import { defineConfig } from './lib/config/config.ts'\n\nexport default defineConfig({ ${settings} })\n`

const policyOf = (PolicyName: string, Roles: object[], rights: object[]) => ({
  PolicyName,
  PolicyDocument: { Version: '2012-10-17', Statement: rights.map((one) => ({ Effect: 'Allow', ...one })) },
  Roles,
})

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
      aws = await startAws()
      aws.setSecret('sources', { shopify: [secret], 'tea-house': [secret] })
    })

    afterAll(async () => {
      await aws.close()
      await rm(copy, { recursive: true, force: true })
    })

    const runWith = async (config: string, command: string, args: string[]): Promise<Ended> => {
      await writeFile(join(copy, 'bridge.config.ts'), config)
      return await new Promise((resolve) =>
        execFile(command, args, { cwd: copy }, (error, _, stderr) =>
          resolve({ code: Number(error?.code ?? 0), stderr }),
        ),
      )
    }
    const packageWith = (config: string) => runWith(config, 'npm', ['run', '--silent', 'package'])

    /** The answers of a shop-webhook to a genuine delivery of each source. */
    const answers = async (zip: string) => {
      const environment = { ...anyAccount, ...aws.variables, EVENTS_TABLE: 'events', SOURCES_SECRET: 'sources' }
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
        configured("sources: { shopify: { kind: 'shopify', colour: 3 } }"),
        /^bridge\.config\.ts has 1 mistake:\n {2}sources\.shopify: unknown setting "colour"/,
      ],
      [
        'a file of local in it',
        `import secrets from './local/secrets.json' with { type: 'json' }\n${configured("sources: { shopify: { kind: 'shopify', skip: () => 'x' in secrets } }")}`,
        /would contain local\/secrets\.json, which must not be deployed/,
      ],
    ])('is not packaged with %s: the mistake is named, and nothing is written', async (_, config, says) => {
      const { code, stderr } = await packageWith(config)
      expect(stderr).toMatch(says)
      expect(code).toBe(1)
      expect(existsSync(join(copy, '.build'))).toBe(false)
    })

    describe('packaged with sources, a file, code and an address of its own', () => {
      beforeAll(async () => {
        await mkdir(join(copy, 'senders'))
        await writeFile(join(copy, 'senders/name.ts'), "export const kind = 'shopify'\n")
        const code = "skip: ({ id }) => id === 'skips by code', translate: () => []"
        const settings = `notes: true, publicUrl: 'https://hooks.example.com', notify: { email: 'shop@example.com', links: 'email' }, retention: { stoppedDays: 90 }, sources: { 'tea-house': { kind, ${code} } }`
        const config = `import { kind } from './senders/name.ts'\n${configured(settings)}`
        expect(await packageWith(config)).toMatchObject({ code: 0 })
      }, 60_000)

      it('answers for its sources, and needs no other file to run', async () => {
        expect(await answers(join(copy, '.build/shop-webhook.zip'))).toEqual({ shopify: 401, 'tea-house': 200 })
        const own = artifacts().find(({ name }) => name === 'shop-webhook')
        expect(await answers(own?.zip ?? '')).toEqual({ shopify: 200, 'tea-house': 401 })
      })

      it('has no code of its settings in webhooks', async () => {
        const [webhook, worker] = await Promise.all(
          ['shop-webhook', 'worker'].map((name) => readFile(join(copy, `.build/${name}/index.mjs`), 'utf8')),
        )
        expect([webhook?.includes('skips by code'), worker?.includes('skips by code')]).toEqual([false, true])
        expect(webhook).toContain('"tea-house":{kind:"shopify",skip:!0,translate:!0}')
      })

      it('has a topic for `notify.email`, a key for its links, which only the functions that tell people may use and who decides, and rights for what is ended', async () => {
        const compiled = await readFile(join(copy, '.serverless/cloudformation-template-update-stack.json'), 'utf8')
        const { Resources } = JSON.parse(compiled) as Template
        const topic = { Ref: 'Notifications' }
        expect(Resources.NotificationsEmail?.Properties).toEqual({
          ...{ TopicArn: topic, Protocol: 'email', Endpoint: 'shop@example.com' },
        })
        expect(Resources.Notifications?.Properties?.KmsMasterKeyId).toEqual(
          Resources.Alarms?.Properties?.KmsMasterKeyId,
        )
        const tellers = ['Worker', 'Retry', 'Audit'].map((name) => ({ Ref: `${name}Role` }))
        const rights = Object.values(Resources).filter(({ Type }) => Type === 'AWS::IAM::Policy')
        const events = { 'Fn::GetAtt': ['EventsTable2', 'Arn'] }
        const readKey = { Action: 'secretsmanager:GetSecretValue', Resource: { Ref: 'DecideSecret' } }
        const news = { Action: 'dynamodb:Query', Resource: { 'Fn::Sub': expect.stringContaining('/index/list') } }
        const notes = { Action: ['dynamodb:BatchGetItem', 'dynamodb:PutItem'], Resource: events }
        const decide = { Action: ['dynamodb:GetItem', 'dynamodb:UpdateItem'], Resource: events }
        expect(rights.map(({ Properties }) => Properties)).toEqual([
          policyOf('look-for-news', [{ Ref: 'RetryRole' }], [news, notes]),
          policyOf('decide-by-link', [{ Ref: 'DecideRole' }], [decide, readKey]),
          policyOf('tell-people', tellers, [{ Action: 'sns:Publish', Resource: topic }, readKey]),
          expect.objectContaining({ PolicyName: 'end-stopped', Roles: [{ Ref: 'AuditRole' }] }),
          expect.objectContaining({
            PolicyName: 'forget-people',
            Roles: [{ Ref: 'WorkerRole' }, { Ref: 'RetryRole' }],
          }),
        ])
        const knowing = Object.entries(Resources).filter(([, one]) =>
          JSON.stringify(one).includes('NOTIFICATIONS_TOPIC'),
        )
        const telling = ['Audit', 'Retry', 'Worker'].map((name) => `${name}LambdaFunction`)
        expect(knowing.map(([id]) => id).sort()).toEqual(telling)
        expect(Resources).toHaveProperty('NotificationsNotDeliveredAlarm')
        // A random key that nobody has typed.
        expect(Resources.DecideSecret?.Properties).toMatchObject({
          GenerateSecretString: { GenerateStringKey: 'key', PasswordLength: 64 },
        })
      })

      it('decides by a link with its key, and answers nothing else', async () => {
        const id = 'tea-house/1'
        const reason = { code: 'email_mismatch', key: id, orderId: 1, named: true } as const
        const asked = { epoch: 1, makes: 'comment', orderId: 1, lines: [] } as const
        const delivery = { body: Buffer.from('{}'), headers: {} }
        const event = accepted({ id, source: 'tea-house', delivery, now: Date.now(), hintMs: 0 }, 'any')
        const item = toAttributes(toItem({ ...event, status: 'held', epoch: 1, reason, asked }, 0))
        const key = 'k'.repeat(64)
        aws.setSecret('decide', { key })
        aws.react = ({ operation }) => (operation === 'GetItem' ? { body: { Item: item } } : undefined)
        const environment = { ...anyAccount, ...aws.variables, EVENTS_TABLE: 'events', DECIDE_SECRET: 'decide' }
        const statuses: unknown[] = []
        const link = { id, epoch: 1, reason: reason.code, expiresAt: Date.now() + 60_000, to: 'email' } as const
        for (const [method, by] of [
          ...[['GET', key] as const, ['POST', key] as const],
          ['POST', `another ${key}`] as const,
        ]) {
          aws.requests.length = 0
          const http = {
            rawPath: `/decide/${signLink(by, link)}`,
            requestContext: { http: { method } },
            body: 'answer=yes',
          }
          const { answer } = await runZip(join(copy, '.build/decide.zip'), { event: http, environment })
          const { statusCode } = answer as { statusCode: number }
          statuses.push([method, statusCode, aws.requests.map(({ operation }) => operation)])
        }
        aws.react = () => undefined
        expect(statuses).toEqual([
          ['GET', 200, ['GetSecretValue', 'GetItem']],
          ['POST', 200, ['GetSecretValue', 'GetItem', 'UpdateItem']],
          ['POST', 404, ['GetSecretValue']],
        ])
      })
    })

    it('gives webhooks the code of a sender of its own', async () => {
      const config = `import { shopify } from './lib/sources/shopify/translate.ts'\n${configured("sources: { 'tea-house': { kind: { ...shopify, kind: 'tea' } }, tally: { kind: 'tally' } }")}`
      const build = `const { buildFunctions } = await import('./scripts/build.ts')
await buildFunctions(['functions/shop-webhook.ts'], 'own')`
      expect(await runWith(config, process.execPath, ['--input-type=module', '-e', build])).toMatchObject({ code: 0 })
      expect(await answers(join(copy, 'own/shop-webhook.zip'))).toEqual({ shopify: 401, 'tea-house': 200 })
    })

    it('has no German sentences unless its configuration is German', async () => {
      const build = `const { buildFunctions } = await import('./scripts/build.ts')
await buildFunctions(['functions/worker.ts'], 'german')`
      const german = configured("language: 'de', sources: { tally: { kind: 'tally' } }")
      expect(await runWith(german, process.execPath, ['--input-type=module', '-e', build])).toMatchObject({ code: 0 })
      const saysIt = async (zip: string) =>
        Object.values(unzipSync(await readFile(zip))).some((file) =>
          Buffer.from(file).includes('Keine weitere Retoure'),
        )
      const own = artifacts().find(({ name }) => name === 'worker')
      expect([await saysIt(join(copy, 'german/worker.zip')), await saysIt(own?.zip ?? '')]).toEqual([true, false])
    })

    it('gives the same bytes in any folder, whenever it is built', async () => {
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
