import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Context } from 'aws-lambda'
import type { Auditor } from './audit/auditor.ts'
import { createBackOffice } from './back-office/back-office.ts'
import { constantsWith } from './back-office/constants.ts'
import { createHttpsFetch } from './back-office/http/https-fetch.ts'
import { createPace } from './back-office/pace/pace.ts'
import { createSession } from './back-office/session/session.ts'
import { createClock } from './clock.ts'
import { assertConfig } from './config/assert-config.ts'
import type { Config } from './config/config.ts'
import { constantsOf } from './config/source-family.ts'
import * as environment from './environment.ts'
import { lazy } from './lazy.ts'
import { createLog } from './log.ts'
import { collectMetrics, metricWriter } from './metrics/collect-metrics.ts'
import type { Operator } from './operator/operator.ts'
import { createSecretChecks } from './secrets/check-secrets.ts'
import { createSecrets, type GetSecretValue, readBackOfficeSecret } from './secrets/secrets.ts'
import { createPauses } from './state/pauses.ts'
import { createDynamoInbox } from './tables/dynamodb/dynamo-inbox.ts'
import { createDynamoLearnt } from './tables/dynamodb/dynamo-learnt.ts'
import { createDynamoRecords } from './tables/dynamodb/dynamo-records.ts'
import { hearDates } from './tables/dynamodb/hear-dates.ts'
import * as stores from './tables/dynamodb/item-stores.ts'
import { timingAt } from './workflow/timing.ts'
import type { Workflow } from './workflow/workflow.ts'

/** By default the SDK waits for ever. Two attempts, because a table that hangs must not use up a webhook's time. */
const clientSettings = {
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 500, requestTimeout: 1_000, throwOnRequestTimeout: true },
}

/** One that takes longer was provably never made: no login attempt counts, and no outcome is unknown. */
const connectTimeoutMs = 3_000
const publishTimeoutMs = 5_000
const wait = promisify(setTimeout)

/** Builds the real dependencies, each when it is first needed: importing a handler opens no connection. */
export function wire(config: Config) {
  assertConfig(config)
  const lines = { ...environment.output, now: () => Date.now() }
  const log = createLog({ ...environment.logSettings(), ...lines, traceId: environment.traceId })
  const metrics = collectMetrics({ openWriter: () => metricWriter({ ...environment.metricSettings(), ...lines }), log })
  const clock = createClock({ wall: () => Date.now(), monotonic: () => performance.now(), log })
  const { now } = clock
  const timing = lazy(() => timingAt(environment.timeScale(), config.appearsWithin))
  const documentClient = lazy(() => {
    const client = new DynamoDBClient(clientSettings)
    hearDates(client, clock)
    return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } })
  })
  const stateTable = () => ({ documentClient: documentClient(), table: environment.fromEnvironment('stateTable') })
  const secrets = lazy(() =>
    createSecrets({ getSecretValue: sdkSecretValue(new SecretsManagerClient(clientSettings)), now }),
  )
  const inbox = lazy(() =>
    createDynamoInbox({
      documentClient: documentClient(),
      table: environment.fromEnvironment('eventsTable'),
      newId: randomUUID,
      retentionMs: days(config.retention.days),
    }),
  )
  const own = { now, clock, sleep: (ms: number) => wait(ms), newId: randomUUID, log, metrics }
  const pace = lazy(() =>
    createPace({ ...own, store: stores.createDynamoPace(stateTable()), limits: config.backOffice.limits }),
  )
  const http = lazy(() => ({ ...own, fetch: createHttpsFetch({ connectTimeoutMs, now }), pace: pace() }))
  const session = lazy(() =>
    createSession({
      ...http(),
      store: stores.createDynamoSession(stateTable()),
      credentials: ({ fresh }) =>
        readBackOfficeSecret(secrets(), environment.fromEnvironment('backOfficeSecret'), { fresh }),
    }),
  )
  const openBackOffice = lazy(() =>
    createBackOffice({
      ...http(),
      session: session(),
      constants: constantsOf(config),
      ownerId: config.backOffice.ownerId,
      routes: config.backOffice.routes,
    }),
  )
  const workflow = lazy(
    (): Workflow => ({
      ...own,
      config,
      inbox: inbox(),
      records: createDynamoRecords({ ...own, ...stateTable(), keepMs: days(config.retention.ledgerDays) }),
      learnt: createDynamoLearnt({ ...own, ...stateTable() }),
      pauses: createPauses({ ...own, store: stores.createDynamoPauses(stateTable()) }),
      openBackOffice: openBackOffice(),
      pace: pace(),
      timing: timing(),
      constants: constantsWith(constantsOf(config)),
      reasons: lowerCaseKeys(config.reasons),
      random: Math.random,
    }),
  )
  const audits = lazy(() => stores.createDynamoAudit(stateTable()))
  const auditor = lazy((): Auditor => ({ workflow: workflow(), progress: audits() }))
  const operator = lazy(
    (): Omit<Operator, 'deadlineMs'> => ({
      workflow: workflow(),
      session: session(),
      audits: audits(),
      secrets: createSecretChecks({
        secrets,
        backOfficeSecretId: () => environment.fromEnvironment('backOfficeSecret'),
        sourcesSecretId: () => environment.optionalFromEnvironment('sourcesSecret'),
      }),
    }),
  )
  const notifier = lazy(async () => {
    const print = environment.printsNotices() ? environment.output.out : undefined
    if (!config.notify && !print) return undefined
    const [{ createNotifier }, { createReceivers }] = await Promise.all([
      import('./notify/notifier.ts'),
      import('./notify/receivers.ts'),
    ])
    return createNotifier({
      workflow: workflow(),
      login: () => session().status(),
      store: stores.createDynamoNotifications(stateTable()),
      receivers: createReceivers({ config, fetch, now, print, publish: await openPublish(config, now) }),
    })
  })
  const deadlineOf = (context: Pick<Context, 'getRemainingTimeInMillis'>) => {
    clock.begin()
    return now() + context.getRemainingTimeInMillis()
  }
  return { log, metrics, workflow, auditor, operator, notifier, deadlineOf }
}

/** Undefined where nobody gets e-mails: without `notify.email`, and where nothing is deployed that could send them. */
async function openPublish({ notify }: Config, now: () => number) {
  const topic = notify?.email === undefined ? undefined : environment.optionalFromEnvironment('notificationsTopic')
  if (topic === undefined) return undefined
  const [{ createPublish }, { createExchange }] = await Promise.all([
    import('./aws/publish-message.ts'),
    import('./aws/exchange.ts'),
  ])
  const exchange = createExchange({ timeoutMs: publishTimeoutMs })
  return createPublish({ access: environment.awsAccess('SNS', 'sns'), topic, exchange, now })
}

const days = (count: number): number => count * 24 * 60 * 60_000

const lowerCaseKeys = (record: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key.trim().toLowerCase(), value]))

export const sdkSecretValue =
  (client: SecretsManagerClient): GetSecretValue =>
  async (SecretId) =>
    await client.send(new GetSecretValueCommand({ SecretId }))
