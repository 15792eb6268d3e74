import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { metricNames } from '../../lib/metrics/metrics.ts'
import { createDynamoInbox } from '../../lib/tables/dynamodb/dynamo-inbox.ts'
import { readSettings } from '../../local/environment.ts'
import { startLocalSandbox } from '../../local/sandbox.ts'
import { readSecrets, secretsFile } from '../../local/secrets-file.ts'
import type { Artifact } from '../../scripts/build.ts'
import { resolveStack } from '../../scripts/resolve-stack.ts'
import type { Template } from '../../scripts/template-problems.ts'
import { formDelivery, refundDelivery } from '../functions/invoke.ts'
import { retentionMs } from '../inbox/backends.ts'
import { startSecretsManager } from '../packaged/secrets-manager.ts'
import { deploymentOf, withTables } from '../packaged/unpack.ts'
import { openTables } from '../stream/open-tables.ts'
import { commentSubmitted } from '../workflow/world.ts'
import { anyAccount, type Read, type Run, runZip } from './run-zip.ts'

const { sources } = readSecrets(secretsFile) as { sources: Record<string, string[]> }
const id = 'standard/1'

/** For each function an event that makes it read all its variables. The inbox has one due event. */
const events: Record<string, unknown> = {
  'form-webhook': formDelivery(sources.standard?.[0] ?? ''),
  'shop-webhook': refundDelivery(sources.shopify?.[0] ?? ''),
  decide: { rawPath: '/decide/none', requestContext: { http: { method: 'GET' } } },
  worker: { Records: [{ dynamodb: { Keys: { id: { S: id } }, SequenceNumber: '1' } }] },
  retry: {},
  audit: {},
  operator: { command: 'doctor' },
}

/** The answer of each function if no variable is missing. */
const answers: Record<string, object> = {
  'form-webhook': { statusCode: 200 },
  'shop-webhook': { statusCode: 200 },
  worker: { batchItemFailures: [] },
  retry: { processed: 1, outcomes: { done: 1 } },
  audit: { findings: [], events: { complete: true } },
  operator: { ok: true },
}

/** Tests that template and code use the same variable names. Both arguments are called when the tests run. */
export function describeEnvironment(artifacts: () => Artifact[], template: () => Template): void {
  const tablesAt = inject('dynamoDbLocal')?.endpoint
  const needs = tablesAt === undefined ? ' (needs DynamoDB Local, which npm run check installs)' : ''
  describe(`the environment of${needs}`, () => {
    const closers: (() => unknown)[] = []
    let endpoint = ''

    beforeAll(async () => {
      const sandbox = await startLocalSandbox(readSettings({ SANDBOX_PORT: '0', DATA_DIR: ':memory:' }, '/'))
      const secretsManager = await startSecretsManager({ file: secretsFile, backOfficeUrl: sandbox.url })
      endpoint = secretsManager.url
      closers.push(sandbox.close, () => secretsManager.close())
    })

    afterAll(async () => {
      for (const close of closers) await close()
    })

    /** Runs a function over tables of its own, with only this environment. */
    const runOf = async (artifact: Artifact, environment: Record<string, string>): Promise<Run> => {
      const tables = await openTables(tablesAt)
      const services = { AWS_ENDPOINT_URL_DYNAMODB: tables.url, AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoint }
      try {
        await acceptOne(tables)
        const event = events[artifact.name]
        const given = { ...anyAccount, ...services, ...withTables(environment, tables.names) }
        return await runZip(artifact.zip, { event, environment: given })
      } finally {
        await tables.close()
      }
    }

    it.skipIf(tablesAt === undefined).each([
      ['form-webhook', 'EventsAccepted'],
      ['shop-webhook', 'EventsAccepted'],
      ['worker', 'EventsDone'],
      ['retry', 'OldestDueSeconds'],
      ['audit', 'BackOfficeCalls'],
      ['operator', 'BackOfficeCalls'],
    ] as const)('%s has the variables that it needs, no others, and metrics such as %s', async (name, metric) => {
      const artifact = artifacts().find((one) => one.name === name) ?? expect.fail(name)
      const { variables } = deploymentOf(template(), name, '')
      const run = await runOf(artifact, { ...variables, METRICS: 'on' })
      const { reads, answer } = await placed(run, artifact)
      expect(mistakes(name, Object.keys(variables), reads)).toEqual([])
      // A run that failed early has not read all its variables.
      expect(answer, `${name} failed in its own environment`).toMatchObject(answers[name] ?? {})
      const written = run.log.flatMap(metricsOf)
      expect(written).toContain(metric)
      expect(written.filter((one) => !(one in metricNames))).toEqual([])
    })

    it('every function is tested', () => {
      const names = artifacts().map(({ name }) => name)
      expect(Object.keys(events).sort()).toEqual(names.sort())
    })
  })
}

/** With each place that read a variable as the sources name it. */
async function placed({ reads, answer }: Run, { module }: Artifact): Promise<Pick<Run, 'reads' | 'answer'>> {
  const places = (await resolveStack(reads.map(({ by }) => by).join('\n'), module)).split('\n')
  return { answer, reads: reads.map((read, index) => ({ ...read, by: places[index] ?? '' })) }
}

type EmbeddedMetrics = { _aws?: { CloudWatchMetrics: { Metrics: { Name: string }[] }[] } }

/** The names of a line in CloudWatch's embedded metric format. */
const metricsOf = (line: EmbeddedMetrics): string[] =>
  (line._aws?.CloudWatchMetrics ?? []).flatMap(({ Metrics }) => Metrics.map(({ Name }) => Name))

/** Whether the function fails without this variable. */
const isNeeded = ({ by }: Read): boolean => /^at fromEnvironment\d* \(lib\/environment\.ts:/.test(by)
const isOfPackage = ({ by }: Read): boolean => /[ (]node_modules\//.test(by)
/** What the lines of the log and of the metrics have in common. */
const isOfSettings = ({ by }: Read): boolean => /^at (?:log|metric)Settings\d* \(lib\/environment\.ts:/.test(by)

/** The template must give a function all variables that it needs, and no others except those that a package reads. */
function mistakes(name: string, given: string[], reads: Read[]): string[] {
  const needed = reads.filter(isNeeded)
  if (needed.length === 0) return [`${name} reads no variable of the template`]
  const missing = new Set(needed.flatMap((read) => (given.includes(read.name) ? [] : [read.name])))
  // The function fails at the first missing variable, so later reads are unknown.
  if (missing.size > 0) return [...missing].map((one) => `${name} needs ${one}, which the template does not give it`)
  const used = new Set(
    reads.filter((read) => isNeeded(read) || isOfPackage(read) || isOfSettings(read)).map((read) => read.name),
  )
  return given.filter((one) => !used.has(one)).map((one) => `the template gives ${name} ${one}, which it does not need`)
}

/** Accepts an event that is due at once and needs the back office. */
async function acceptOne({ client, names }: Awaited<ReturnType<typeof openTables>>): Promise<void> {
  const documentClient = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } })
  const inbox = createDynamoInbox({ documentClient, table: names.events, newId: () => 'any', retentionMs })
  const delivery = { body: Buffer.from(JSON.stringify(commentSubmitted({ text: 'Call back' }))), headers: {} }
  await inbox.accept({ id, source: 'standard', delivery, now: Date.now(), hintMs: 0 })
}
