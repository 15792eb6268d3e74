import { randomUUID } from 'node:crypto'
import { openEvents } from '#stores'
import { createClock } from './clock.ts'
import { assertConfig } from './config/assert-config.ts'
import type { Config } from './config/config.ts'
import * as environment from './environment.ts'
import { lazy } from './lazy.ts'
import { createLog } from './log.ts'
import type { Decider } from './notify/decide-by-link.ts'
import { createSecrets, readLinkKey } from './secrets/secrets.ts'
import { timingAt } from './workflow/timing.ts'

/** What links need: the events and the key, and nothing of the back office. */
export function wireDecide(config: Config) {
  assertConfig(config)
  const log = createLog({
    ...environment.logSettings(),
    ...environment.output,
    now: () => Date.now(),
    traceId: environment.traceId,
  })
  // It sends nothing, so a clock in doubt is for the others to report.
  const silent = { info() {}, warn() {}, error() {} }
  const clock = createClock({ wall: () => Date.now(), monotonic: () => performance.now(), log: silent })
  const { now } = clock
  const retentionMs = config.retention.days * 24 * 60 * 60_000
  const stores = lazy(() => openEvents({ clock, newId: randomUUID, retentionMs }))
  const secrets = lazy(() => createSecrets({ getSecretValue: stores().getSecretValue, now }))
  const decider = (): Decider => ({
    config,
    inbox: {
      get: async (id) => await stores().inbox.get(id),
      save: async (previous, next) => await stores().inbox.save(previous, next),
    },
    readKey: async () => await readLinkKey(secrets(), environment.fromEnvironment('decideSecret')),
    now,
    newId: randomUUID,
    hintMs: timingAt(environment.timeScale(), config.appearsWithin).hintMs,
    log,
  })
  return { log, decider }
}
