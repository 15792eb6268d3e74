import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { createExchange } from './aws/exchange.ts'
import { awsServices, createSignedCall } from './aws/signed-call.ts'
import { createClock } from './clock.ts'
import type { WebhookConfig } from './config/webhook-config.ts'
import { awsAccess, fromEnvironment, logSettings, metricSettings, output, timeScale, traceId } from './environment.ts'
import { lazy } from './lazy.ts'
import { createLog } from './log.ts'
import { collectMetrics, metricWriter } from './metrics/collect-metrics.ts'
import { reportingSecrets } from './secrets/check-source-secrets.ts'
import { createSecrets, readSourcesSecret, signedSecretValue } from './secrets/secrets.ts'
import { createAcceptingInbox } from './tables/dynamodb/accepting-inbox.ts'
import { signedItems } from './tables/dynamodb/signed-items.ts'
import type { WebhookDependencies } from './webhook/receive-webhook.ts'
import { timingAt } from './workflow/timing.ts'

const wait = promisify(setTimeout)
const bodyLimit = 1_000_000
const answerWithinMs = 3_500
/** Two attempts of this length leave time for an answer. */
const requestTimeoutMs = 1_000

/** Node's own makes an error with a stack for each delivery, and nobody reads it. */
const abortableWait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

/** The webhooks' real dependencies, each when first needed: no worker and no SDK, because a sender waits. */
export function wireWebhooks(config: WebhookConfig) {
  const lines = { ...output, now: () => Date.now() }
  const log = createLog({ ...logSettings(), ...lines, traceId })
  const metrics = collectMetrics({ openWriter: () => metricWriter({ ...metricSettings(), ...lines }), log })
  const clock = createClock({ wall: () => Date.now(), monotonic: () => performance.now(), log })
  const { now } = clock
  const requests = lazy(() => ({
    exchange: createExchange({ timeoutMs: requestTimeoutMs }),
    now,
    sleep: (ms: number) => wait(ms),
    random: Math.random,
  }))
  const tables = () =>
    createSignedCall({
      ...requests(),
      service: awsServices.dynamoDb,
      access: awsAccess('DYNAMODB', 'dynamodb'),
      heard: (date, exchange) => clock.heard('table', date, exchange),
    })
  const manager = () => {
    const access = awsAccess('SECRETS_MANAGER', 'secretsmanager')
    return createSignedCall({ ...requests(), service: awsServices.secretsManager, access })
  }
  const webhooks = lazy((): WebhookDependencies => {
    const secrets = createSecrets({ getSecretValue: signedSecretValue(manager()), now })
    const table = fromEnvironment('eventsTable')
    return {
      config,
      inbox: createAcceptingInbox({ items: signedItems(tables()), table, newId: randomUUID }),
      readSecrets: reportingSecrets(
        ({ fresh }) => readSourcesSecret(secrets, fromEnvironment('sourcesSecret'), { fresh }),
        { sources: config.sources, log },
      ),
      now,
      sleep: abortableWait,
      log,
      metrics,
      hintMs: timingAt(timeScale(), 0).hintMs,
      bodyLimit,
      answerWithinMs,
    }
  })
  return { log, metrics, webhooks }
}
