import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import type { Context } from 'aws-lambda'
import { isAlone, openStores } from '#stores'
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
import type { NotificationsItem } from './notify/notifier.ts'
import type { Operator } from './operator/operator.ts'
import { createSecretChecks } from './secrets/check-secrets.ts'
import { createSecrets, type Fresh, readBackOfficeSecret } from './secrets/secrets.ts'
import { createPauses } from './state/pauses.ts'
import { timingAt } from './workflow/timing.ts'
import type { Workflow } from './workflow/workflow.ts'

/** One that takes longer was provably never made: no login attempt counts, and no outcome is unknown. */
const connectTimeoutMs = 3_000
const wait = promisify(setTimeout)

/** Builds the real dependencies, each when it is first needed: importing a handler opens no connection. */
export function wire(config: Config) {
  assertConfig(config)
  const lines = { ...environment.output, now: () => Date.now() }
  const log = createLog({ ...environment.logSettings(), ...lines, traceId: environment.traceId })
  const metrics = collectMetrics({ openWriter: () => metricWriter({ ...environment.metricSettings(), ...lines }), log })
  const clock = createClock({ wall: () => Date.now(), monotonic: () => performance.now(), log, isAlone })
  const { now } = clock
  const timing = lazy(() => timingAt(environment.timeScale(), config.appearsWithin))
  const kept = { retentionMs: days(config.retention.days), keepMs: days(config.retention.ledgerDays) }
  const stores = lazy(() => openStores({ clock, newId: randomUUID, ...kept }))
  const secrets = lazy(() => createSecrets({ getSecretValue: stores().getSecretValue, now }))
  const own = { now, clock, sleep: (ms: number) => wait(ms), newId: randomUUID, log, metrics }
  const pace = lazy(() => createPace({ ...own, store: stores().pace, limits: config.backOffice.limits }))
  const http = lazy(() => ({ ...own, fetch: createHttpsFetch({ connectTimeoutMs, now }), pace: pace() }))
  const backOfficeSecretId = () => environment.fromEnvironment('backOfficeSecret')
  const credentials = ({ fresh }: Fresh) => readBackOfficeSecret(secrets(), backOfficeSecretId(), { fresh })
  const session = lazy(() => createSession({ ...http(), store: stores().session, credentials }))
  const { ownerId, routes } = config.backOffice
  const openBackOffice = lazy(() =>
    createBackOffice({ ...http(), session: session(), constants: constantsOf(config), ownerId, routes }),
  )
  const workflow = lazy(
    (): Workflow => ({
      ...own,
      config,
      inbox: stores().inbox,
      records: stores().records,
      learnt: stores().learnt,
      pauses: createPauses({ ...own, store: stores().pauses }),
      openBackOffice: openBackOffice(),
      pace: pace(),
      timing: timing(),
      constants: constantsWith(constantsOf(config)),
      reasons: lowerCaseKeys(config.reasons),
      looksFirstUntil: stores().looksFirstUntil,
      random: Math.random,
    }),
  )
  const auditor = lazy((): Auditor => ({ workflow: workflow(), progress: stores().audits, days: stores().days }))
  const operator = lazy(
    (): Omit<Operator, 'deadlineMs'> => ({
      workflow: workflow(),
      session: session(),
      audits: stores().audits,
      days: stores().days,
      notices: stores().notifications<NotificationsItem>(),
      backUp: stores().backUp,
      secrets: createSecretChecks({
        secrets,
        backOfficeSecretId,
        sourcesSecretId: () => environment.optionalFromEnvironment('sourcesSecret'),
      }),
    }),
  )
  const deadlineOf = (context: Pick<Context, 'getRemainingTimeInMillis'>) => {
    clock.begin()
    return now() + context.getRemainingTimeInMillis()
  }
  return { log, metrics, workflow, auditor, operator, deadlineOf, ...{ now, session, stores, secrets } }
}

const days = (count: number): number => count * 24 * 60 * 60_000

const lowerCaseKeys = (record: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key.trim().toLowerCase(), value]))
