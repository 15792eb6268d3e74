import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { openWebhookStores } from '#webhook-stores'
import { createClock } from './clock.ts'
import type { WebhookConfig } from './config/webhook-config.ts'
import { fromEnvironment, logSettings, metricSettings, output, timeScale, traceId } from './environment.ts'
import { lazy } from './lazy.ts'
import { createLog } from './log.ts'
import { collectMetrics, metricWriter } from './metrics/collect-metrics.ts'
import { reportingSecrets } from './secrets/check-source-secrets.ts'
import { createSecrets, type Fresh, readSourcesSecret } from './secrets/secrets.ts'
import type { WebhookDependencies } from './webhook/receive-webhook.ts'
import { timingAt } from './workflow/timing.ts'

const wait = promisify(setTimeout)
const bodyLimit = 1_000_000
const answerWithinMs = 3_500

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
  const webhooks = lazy((): WebhookDependencies => {
    const own = { clock, newId: randomUUID, sleep: (ms: number) => wait(ms), random: Math.random }
    const { inbox, getSecretValue } = openWebhookStores(own)
    const secrets = createSecrets({ getSecretValue, now })
    const readSecrets = ({ fresh }: Fresh) => readSourcesSecret(secrets, fromEnvironment('sourcesSecret'), { fresh })
    return {
      config,
      inbox,
      readSecrets: reportingSecrets(readSecrets, { sources: config.sources, log }),
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
